import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFirefox, findWebKit } from "../../build-scripts/steps/test-programs.mjs";
import { openDemoDesk } from "../support/demo-pages";
import { type DrivenPage, until, userActions } from "../support/driven-page";
import { openFirefox } from "../support/firefox";
import { quickHashOf } from "../support/password";
import { openWebKit } from "../support/webkit";

const [firefox, webkit] = [findFirefox(), findWebKit()];
const PASSWORD = "correct horse battery";

const BROWSERS = [
  { name: "Firefox", hasScripts: true, open: firefox && (() => openFirefox(firefox)) },
  { name: "WebKit", hasScripts: true, open: webkit && (() => openWebKit(webkit)) },
  {
    name: "Firefox without JavaScript",
    hasScripts: false,
    open: firefox && (() => openFirefox(firefox, { javaScriptEnabled: false })),
  },
];

const REPLY = "form[aria-label=Reply]";

const desk = openDemoDesk();
const { server } = desk;

/** Each step continues where the one before ended, as a user would. */
describe.each(BROWSERS)("a short journey in $name", ({ name, hasScripts, open }) => {
  let page: DrivenPage;
  let hands: ReturnType<typeof userActions>;
  let task = "";
  const title = `The lift hums in ${name}`;
  const at = (path: string) => server.origin + path;
  const path = () => page.evaluate(() => location.pathname);

  beforeAll(async () => {
    if (!open) return;
    page = await open();
    hands = userActions(page, { hasScripts });
    await server.db
      .updateTable("user")
      .set({ password_hash: quickHashOf(PASSWORD) })
      .execute();
  });
  afterAll(() => page?.close());

  test.runIf(open)("signs in", async () => {
    await hands.goto(at("/login"));
    await hands.fill("Email", "ada@harbour.example");
    await hands.fill("Password", PASSWORD);
    await hands.press("Sign in");
    await hands.see("Home", "h1");
    expect(await path()).toBe("/");
  });

  test.runIf(open)("no visible control on ten pages is covered at its centre", async () => {
    const lists = ["/", "/tasks", "/users", "/organizations", "/settings/teams", "/search?q=printer", "/notifications"];
    const covered: Record<string, unknown> = {};
    for (const path of [...lists, `/tasks/${desk.task}`, "/tasks/new", "/settings/display"]) {
      await hands.goto(at(path));
      const found = await hands.covered();
      expect(found.pressed, path).toBeGreaterThan(10);
      if (found.covered.length > 0) covered[path] = found.covered;
    }
    expect(covered).toEqual({});
  });

  test.runIf(open)("sorts a list with a click", async () => {
    await hands.goto(at("/tasks"));
    await hands.press("Due", "thead");
    await hands.see("Due", "th[aria-sort]");
    expect(await page.evaluate(() => location.search)).toContain("sort=due");
  });

  test.runIf(open)("creates a task, and replies to it", async () => {
    await hands.goto(at("/tasks/new"));
    await hands.fill("Title", title);
    await hands.fill("Description", "It hums at night.");
    await hands.press("Create task");
    await hands.see(title, "h1");
    task = await path();
    expect(task).toMatch(/^\/tasks\/\d+$/);
    await hands.fill("Your reply", "We look into it.");
    await hands.press("Send reply");
    await hands.see("We look into it.", "article");
    await hands.holds("Your reply", "");
  });

  test.runIf(open)("restores a draft after a reload", async () => {
    await hands.fill("Your reply", "Half a thought");
    if (hasScripts) await hands.see("Saved", REPLY);
    else {
      await hands.press("Save draft", REPLY);
      await hands.see("Draft saved", REPLY);
    }
    await hands.reload();
    await hands.holds("Your reply", "Half a thought");
    expect(await path()).toBe(task);
  });

  test.runIf(open)("undoes a change", async () => {
    await hands.press("Assign to me");
    await hands.see("assigned to you");
    await hands.press("History");
    const assignee = server.db.selectFrom("task").select("assignee_id").where("title", "=", title);
    await hands.press("Undo", ".history");
    await expect.poll(() => assignee.executeTakeFirst()).toEqual({ assignee_id: null });
    await hands.press("Assign to me");
    await expect.poll(() => assignee.executeTakeFirst()).toEqual({ assignee_id: desk.cast.ada.id });
  });

  test.runIf(open && hasScripts)("shows a visited page again while the server is down", async () => {
    await until("the service worker keeps pages", () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
    await hands.goto(at(task));
    await hands.see(title, "h1");
    await hands.goto(at("/tasks"));
    await server.kill();
    try {
      await hands.goto(at(task)).catch(() => {}); // some drivers report the failed request, whatever page they show
      await hands.see(title, "h1");
      expect(await path()).toBe(task);
    } finally {
      await server.restart();
    }
  });
});
