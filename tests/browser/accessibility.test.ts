import { readdirSync, readFileSync } from "node:fs";
import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { galleryPage } from "../../build-scripts/gallery/page";
import { navigateTo, openDemoDesk, UNKNOWN_PATH } from "../support/demo-pages";
import { waitForScripts } from "../support/desk";

/** The violations axe reports, short enough for a test's output. */
async function findings(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    // The loading bar can show up at any moment.
    (asked) => (window as unknown as { axe: typeof axe }).axe.run({ exclude: [".loading-bar"] }, asked),
    {
      resultTypes: ["violations"],
      rules: { "target-size": { enabled: true } }, // WCAG 2.2, off in axe by default
      ...options,
    } as axe.RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`),
  );
}

/** Behaviour 6 asks for toasts that are list items and statuses at once, which axe reports as an invalid list. */
const TOASTS = /^(?:list: <ol tabindex="-1"|aria-allowed-role: <li class="toast")/;

/** Targets behind the reply link at the bottom of the screen: they scroll clear, and focused ones never stay there. */
const BENEATH = /^target-size: .* because it is partially obscured/;

/** Findings in both themes. The theme changes only colours, so the dark pass checks contrast alone. */
async function inBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await findings(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await findings(page, { runOnly: ["color-contrast"] });
  return [...light, ...dark.map((finding) => `dark ${finding}`)].filter(
    (finding) => !TOASTS.test(finding) && !BENEATH.test(finding),
  );
}

type Look = BrowserContextOptions & { refused?: readonly string[] };

describe("accessibility", () => {
  const desk = openDemoDesk();
  const { pageOf, newPage, pages } = desk;

  /** Findings by path. `refused` lists the paths that must show an error page. */
  async function wrongOn(who: Viewer, paths: readonly string[], { refused = [UNKNOWN_PATH], ...options }: Look = {}) {
    const page = await pageOf(who, "/healthz", options);
    const wrong: Record<string, string[]> = {};
    for (const path of paths) {
      await navigateTo(page, path);
      const found = await inBothThemes(page);
      if ((await page.locator(".error-page").count()) !== Number(refused.includes(path)))
        found.push("has an unexpected error page, or lacks the expected one");
      if (found.length > 0) wrong[path] = found;
    }
    return wrong;
  }

  test.each([
    ["tasks", /^\/tasks(?!.*(?:views|bulk|display|new))/],
    ["task lists", /^\/tasks.*(?:views|bulk|display|new)/],
    ["settings", /^\/settings/],
    ["people", /^\/(?:users|organizations)/],
    ["everything else", /^\/(?!tasks|settings|users|organizations)/],
  ])("axe finds no violations on any page an admin can open: %s", async (_, which) => {
    const paths = (await pages()).filter((path) => which.test(path));
    expect(paths.length).toBeGreaterThan(5);
    expect(await wrongOn(desk.cast.ada, paths)).toEqual({});
  });

  test("axe finds no violations on a requester's pages", async () => {
    const { id } = await desk.server.db
      .selectFrom("task")
      .select("id")
      .where("requester_id", "=", desk.cast.lea.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const paths = ["/", "/tasks", `/tasks/${id}`, "/tasks/new", "/search?q=printer", "/notifications", "/users"];
    expect(await wrongOn(desk.cast.lea, paths, { refused: ["/users"] })).toEqual({});
  });

  test("axe finds no violations on a phone", async () => {
    const paths = ["/", "/tasks", `/tasks/${desk.task}`, "/tasks/new", "/search?q=printer", "/users"];
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    expect(await wrongOn(desk.cast.ada, paths, options)).toEqual({});
  });

  test("axe finds no violations in the component gallery", async () => {
    const page = await newPage();
    const folder = "public/build/_assets";
    const sheets = readdirSync(folder).filter((file) => file.endsWith(".css"));
    await page.goto("/healthz"); // has no content security policy to block the added styles
    await page.setContent(galleryPage("system", ""));
    for (const sheet of sheets) await page.addStyleTag({ content: readFileSync(`${folder}/${sheet}`, "utf8") });
    expect(await inBothThemes(page)).toEqual([]);
  });

  test("axe finds no violations on the sign-in page, before and after a failed attempt", async () => {
    const page = await newPage("/login");
    expect(await inBothThemes(page)).toEqual([]);
    await page.getByLabel("Email").fill("nobody@example.org");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    expect(await inBothThemes(page)).toEqual([]);
  });

  test("axe finds no violations in empty lists, refused forms, open menus, toasts and results", async () => {
    const page = await pageOf(desk.cast.ada);
    const states: Record<string, () => Promise<unknown>> = {
      "no tasks": () => page.goto("/tasks?q=nothingatall"),
      "nothing found": () => page.goto("/search?q=nothingatall"),
      "an unreadable query": () => page.goto("/search?q=(printer"),
      "a refused form": async () => {
        await page.goto("/tasks/new");
        await waitForScripts(page);
        for (const form of await page.locator("form").all())
          await form.evaluate((one: HTMLFormElement) => one.setAttribute("novalidate", ""));
        await page.getByRole("button", { name: "Create task" }).click();
        await page.getByRole("alert").first().waitFor();
      },
      "menu and toast": async () => {
        await page.goto("/settings/display");
        await waitForScripts(page);
        await page.getByRole("button", { name: "Save preferences" }).click();
        await page.locator(".toast").waitFor();
        await page.getByLabel("Account: Ada").first().click();
      },
      "commands below the search field": async () => {
        await page.goto(`/tasks/${desk.task}`);
        await waitForScripts(page);
        await page.keyboard.press("Control+k");
        await page.getByRole("listbox").waitFor();
        await page.keyboard.press("ArrowDown");
      },
      "the palette on a page without a search field": async () => {
        await page.goto("/settings/display");
        await waitForScripts(page);
        await page.keyboard.press("Control+k");
        await page.keyboard.type("a");
        await page.getByRole("dialog").getByRole("option", { selected: true }).waitFor();
      },
      "the list of shortcuts": async () => {
        await page.goto(`/tasks/${desk.task}`);
        await waitForScripts(page);
        await page.keyboard.press("?");
        await page.getByRole("dialog").waitFor();
      },
      "a rehearsed rule, with its results": async () => {
        const rule = (await pages()).find((path) => /^\/settings\/rules\/\d+$/.test(path)) ?? "";
        await page.goto(rule);
        await waitForScripts(page);
        await page.getByRole("button", { name: "Rehearse" }).click();
        await page.getByText("Nothing was changed, sent or saved.").waitFor();
      },
      "a policy tried on the last 90 days": async () => {
        const policy = (await pages()).find((path) => /^\/settings\/service-levels\/\d+$/.test(path)) ?? "";
        await page.goto(policy);
        await waitForScripts(page);
        await page.getByRole("button", { name: "Try it on the last 90 days" }).click();
        await page.getByRole("region", { name: "Result on the last 90 days" }).waitFor();
      },
      "a refused rule": async () => {
        await page.goto("/settings/rules/new");
        await waitForScripts(page);
        await page.getByLabel("Name", { exact: true }).fill("Refused");
        await page.getByLabel("Only if").fill("sla:(");
        await page.getByRole("button", { name: "Add rule" }).click();
        await page.getByRole("alert").first().waitFor();
      },
      "a list with every filter set": () =>
        page.goto("/tasks?q=team:me type:incident priority:high assignee:me requester:me tag:vpn status:open"),
      "filters and selected rows": async () => {
        await page.goto("/tasks");
        await waitForScripts(page);
        await page
          .getByRole("checkbox", { name: /^Select #/ })
          .first()
          .check();
      },
    };
    const wrong: Record<string, string[]> = {};
    for (const [state, come] of Object.entries(states)) {
      await come();
      await waitForScripts(page);
      const found = await inBothThemes(page);
      if (found.length > 0) wrong[state] = found;
    }
    expect(wrong).toEqual({});
  });

  test("Enter in a field presses the form's main button without scripts", async () => {
    const pagesOf = [
      { who: desk.cast.ada, paths: await pages() },
      { who: desk.cast.lea, paths: ["/", "/tasks", "/tasks/new", `/tasks/${desk.task}`, "/search?q=printer"] },
    ];
    const wrong: Record<string, string[]> = {};
    let forms = 0;
    for (const { who, paths } of pagesOf) {
      const page = await pageOf(who, undefined, { javaScriptEnabled: false });
      for (const path of paths) {
        await page.goto(path);
        const found = await page.evaluate(pressedByEnter);
        forms += found.length;
        const others = found.filter(({ isRight }) => !isRight).map(({ form, button }) => `${form}: ${button}`);
        if (others.length > 0) wrong[`${who.name} ${path}`] = others;
      }
    }
    expect(forms).toBeGreaterThan(50);
    expect(wrong).toEqual({});
  });
});

/** Runs in the page: forms with a field where Enter submits, each with its first submit button, which Enter presses. */
function pressedByEnter() {
  const WITHOUT = "[type=hidden], [type=submit], [type=button], [type=reset], [type=image], [type=file]";
  return [...document.forms].flatMap((form) => {
    const controls = [...form.elements];
    if (!controls.some((one) => one.matches(`input:not(${WITHOUT})`))) return [];
    const buttons = controls.filter((one) => one.matches("button[type=submit], input[type=submit]"));
    const [first] = buttons as HTMLButtonElement[];
    const primary = buttons.find((button) => button.matches(".button-primary"));
    const isUnfinished = first?.formNoValidate || first?.name === "do";
    const isRight = !isUnfinished && (!primary || primary === first || first?.ariaHidden === "true");
    return { form: form.ariaLabel ?? form.getAttribute("action"), button: first?.textContent ?? "none", isRight };
  });
}
