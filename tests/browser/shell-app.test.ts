import { sql } from "kysely";
import type { Page } from "playwright";
import { describe, expect, onTestFinished, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { waitForScripts } from "../support/desk";
import { aKey, anAgent, aTask } from "../support/factories";
import { saveFields } from "../support/task-fields";
import { heading, loadingBar, menu, navLink, openShell } from "./shell-desk";

const { server, newPage, open } = openShell();

/** Holds back page data until released; `begun` resolves once the page has requested some. */
async function holdData(page: Page, fails = false) {
  let release = () => {};
  let asked = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  await page.route(/\.data(\?|$)/, async (route) => {
    asked();
    await released;
    if (fails) await route.fulfill({ status: 500, contentType: "text/plain", body: "Bad Gateway" });
    else await route.continue().catch(() => {}); // the test may be over
  });
  return { begun, release };
}

describe("behaviour 5: loading bar", () => {
  test("appears after 200 ms, 3 px high and orange, advances to 100% and disappears; never on the first load", async () => {
    const page = await open("/tasks");
    expect(await loadingBar(page).count()).toBe(0);
    await page.clock.install();
    const { begun, release } = await holdData(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await navLink(page, "People").click();
    await begun;
    await page.clock.runFor(190);
    expect(await loadingBar(page).count()).toBe(0);
    await page.clock.runFor(30);
    await expect.poll(() => loadingBar(page).count()).toBe(1);
    await page.clock.runFor(1_030); // half of the duration and two frames
    const seen = await loadingBar(page).evaluate((element) => {
      const { position, height, backgroundColor, zIndex, pointerEvents, transitionDuration } =
        getComputedStyle(element);
      return { position, height, backgroundColor, zIndex, pointerEvents, transitionDuration };
    });
    expect(seen).toEqual({
      position: "fixed",
      height: "3px",
      backgroundColor: "rgb(255, 165, 0)",
      zIndex: "999999",
      pointerEvents: "none",
      transitionDuration: "0.1s, 0.4s, 0.4s",
    });
    const half = Number(await loadingBar(page).getAttribute("aria-valuenow"));
    expect(half).toBeGreaterThan(47);
    expect(half).toBeLessThan(53);

    const line = await page.locator(".loading-bar").elementHandle();
    release();
    await heading(page, "People");
    await page.clock.runFor(20);
    expect(await line?.getAttribute("style")).toContain("scaleX(1)");
    await page.clock.runFor(450);
    expect(await loadingBar(page).count()).toBe(1);
    await page.clock.runFor(100);
    await expect.poll(() => loadingBar(page).count()).toBe(0);
    expect(await line?.getAttribute("aria-hidden")).toBe("true");
  });

  test.each([
    ["the root loader", false],
    ["the whole data request", true],
  ])("ends in red at 100 when %s fails, and the error page replaces the whole page", async (_, isAll) => {
    const page = await open("/tasks");
    await page.clock.install();
    const { begun, release } = await holdData(page, isAll);
    await page.clock.pauseAt(Date.now() + 60_000);
    await navLink(page, "People").click();
    await begun;
    await page.clock.runFor(900);
    await expect.poll(() => loadingBar(page).count()).toBe(1);
    if (!isAll) {
      await sql`alter table session rename to lost_session`.execute(server.db);
      onTestFinished(async () => void (await sql`alter table lost_session rename to session`.execute(server.db)));
    }
    release();
    await heading(page, "Internal Server Error");
    await page.clock.runFor(20);
    const line = page.locator(".loading-bar");
    expect(await line.getAttribute("data-failed")).toBe("true");
    expect(await line.getAttribute("style")).toContain("scaleX(1)");
    await page.clock.runFor(450);
    expect(await loadingBar(page).count()).toBe(1);
    await page.clock.runFor(100);
    await expect.poll(() => loadingBar(page).count()).toBe(0);
  });
});

describe("behaviour 4.1: the two 404s", () => {
  test.each(["/nope?x=a%20b", "/nope?x", "/nope?x=:/&index", "/nope/?_=%c3%a4", "/%E0%A4%A", "/tasks/987654?x=~'"])(
    "name the address as followed or typed: %s",
    async (path) => {
      const page = await open("/tasks");
      const asked = new URL(path, "http://host").href.slice("http://host".length); // as a browser encodes it
      await page.evaluate((href) => {
        const link = Object.assign(document.createElement("a"), { href, textContent: "There" });
        document.querySelector("main")?.append(link);
      }, path);
      const message = page.locator(".error-message");
      await page.getByRole("link", { name: "There" }).click();
      await message.waitFor();
      expect(await message.textContent()).toMatch(/^Page [Nn]ot [Ff]ound: /);
      expect((await message.textContent())?.replace(/^.*?: /, "")).toBe(asked);
      await page.goto(path);
      await waitForScripts(page);
      expect((await message.textContent())?.replace(/^.*?: /, "")).toBe(asked);
    },
  );
});

describe("behaviour 10: layering", () => {
  test("the label that keyboard focus shows at a row's times has the z-index of a tooltip", async () => {
    await aTask(server.db);
    const page = await open("/tasks");
    const label = () =>
      page
        .locator("tr:has(.row-link:focus) time")
        .first()
        .evaluate((time) => getComputedStyle(time, "::after").zIndex);
    await page.locator(".row-link").first().focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab"); // arrives by keyboard
    expect(await label()).toBe("1101");
  });
});

describe("behaviour 10: sidebar", () => {
  test("starts closed; a page that finishes loading closes it at 640 px, not at 641", async () => {
    const page = await open("/tasks", { viewport: { width: 640, height: 800 } });
    expect(await menu(page).getAttribute("aria-expanded")).toBe("false");
    const opened = page.locator('[aria-label="Menu"][aria-expanded="true"]'); // a `<details>` reports it a moment later
    await menu(page).click();
    await opened.waitFor();
    const { begun, release } = await holdData(page);
    await navLink(page, "People").click();
    await begun;
    expect(await menu(page).getAttribute("aria-expanded")).toBe("true"); // not at the click
    release();
    await page.locator('[aria-label="Menu"][aria-expanded="false"]').waitFor();

    await page.setViewportSize({ width: 641, height: 800 });
    await menu(page).click();
    await opened.waitFor();
    await navLink(page, "Tasks").click();
    await heading(page, "Tasks");
    expect(await menu(page).getAttribute("aria-expanded")).toBe("true");
    await page.setViewportSize({ width: 600, height: 800 }); // not on resize
    expect(await menu(page).getAttribute("aria-expanded")).toBe("true");
    await page.reload();
    expect(await menu(page).getAttribute("aria-expanded")).toBe("false");

    await menu(page).click();
    await opened.waitFor();
    await page.locator("#content").focus();
    await page.keyboard.press("Escape"); // at this width it overlays the page
    await page.locator('[aria-label="Menu"][aria-expanded="false"]').waitFor();
    expect(await menu(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test.each([1280, 390])("without JavaScript, a sidebar link works in a window of %i px", async (width) => {
    const page = await open("/tasks", { javaScriptEnabled: false, viewport: { width, height: 800 } });
    await navLink(page, "People").click();
    await heading(page, "People");
    expect(new URL(page.url()).pathname).toBe("/users");
  });
});

describe("behaviour 6: toasts in the product", () => {
  test("the region is there before signing in, with and without JavaScript", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await newPage("/login", { javaScriptEnabled });
      expect(await page.getByRole("region", { name: "Notifications", exact: true }).count()).toBe(1);
    }
  });

  test("a server toast survives the redirect and shows once", async () => {
    const page = await open("/tasks/new");
    await page.getByLabel("Title").fill("The printer is on fire");
    await page.getByLabel("Description").fill("It smokes.");
    await page.getByRole("button", { name: "Create task" }).click();
    const toast = page.getByRole("region", { name: "Notifications" }).getByRole("status");
    await toast.waitFor();
    expect(await toast.getAttribute("data-type")).toBe("success");
    expect((await toast.boundingBox())?.width).toBe(356);
    await toast.getByRole("button", { name: "Close toast" }).click();
    await toast.waitFor({ state: "detached" });
    await navLink(page, "Tasks").click();
    await heading(page, "Tasks");
    await page.goBack();
    await page.waitForTimeout(300);
    expect(await toast.count()).toBe(0);
    await page.reload();
    await page.waitForSelector("html[data-session]");
    expect(await toast.count()).toBe(0);
  });
});

describe("behaviour 6: without JavaScript", () => {
  test("or if the toast script fails to load, a message and its button show in the page until closed", async () => {
    const page = await open("/tasks/new", {}, (page) =>
      page.route(/\/toast-stack\.island-[^/]*\.js$/, (route) => route.abort()),
    );
    await page.getByLabel("Title").fill("The plotter is on fire");
    await page.getByLabel("Description").fill("It smokes.");
    await page.getByRole("button", { name: "Create task" }).click();
    const line = page.locator(".flash-line", { hasText: "created" });
    await line.getByRole("status").waitFor();
    await heading(page, "The plotter is on fire");
    // A live update reloads the page's data around it.
    const { id } = await server.db.selectFrom("task").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
    await addNote(server.db, await anAgent(server.db), id, { body: "On my way.", requestKey: aKey() }, Date.now());
    await page.getByText("On my way.").waitFor();
    await line.getByRole("status").waitFor();
    await line.getByRole("link", { name: "Close" }).click();
    await line.waitFor({ state: "detached" });
    await heading(page, "The plotter is on fire");

    const priority = server.db.selectFrom("task").select("priority").where("id", "=", id);
    const before = await priority.executeTakeFirst();
    await page.getByRole("form", { name: "Task" }).getByLabel("Priority").selectOption("Urgent");
    await saveFields(page);
    await page.locator(".flash-line").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("region", { name: "History" }).getByText("to Normal").waitFor();
    expect(await priority.executeTakeFirst()).toEqual(before);
  });
  test("the server's message shows as a line of the page, once", async () => {
    const page = await open("/tasks/new", { javaScriptEnabled: false });
    await page.getByLabel("Title").fill("The scanner is on fire");
    await page.getByLabel("Description").fill("It smokes.");
    await page.getByRole("button", { name: "Create task" }).click();
    await page.getByRole("status").filter({ hasText: "created" }).waitFor();
    await page.reload();
    expect(await page.getByRole("status").filter({ hasText: "created" }).count()).toBe(0);
  });
});

describe("behaviour 2: session state in the client", () => {
  const sessionEnds = () => server.db.deleteFrom("session").execute();
  const comesBack = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));

  test("a window that gets the focus after its session has ended goes to /login at once", async () => {
    const page = await open("/tasks");
    expect(await page.locator("html").getAttribute("data-session")).toBe("authenticated");
    await sessionEnds();
    await comesBack(page);
    await page.waitForURL(`${server.origin}/login`);
  });

  test("a failed fetch changes nothing; a sign-out in another tab leads to /login on focus", async () => {
    const page = await open("/tasks");
    await page.route(/\/api\/auth\/session/, (route) => route.abort(), { times: 1 });
    await comesBack(page);
    await page.waitForTimeout(200);
    expect(await page.locator("html").getAttribute("data-session")).toBe("authenticated");

    const other = await page.context().newPage();
    await other.goto(`${server.origin}/users`);
    await sessionEnds();
    await other.evaluate(() => localStorage.setItem("app:session", ""));
    await page.waitForSelector('html[data-session="unauthenticated"]');
    expect(new URL(page.url()).pathname).toBe("/tasks");
    await comesBack(page);
    await page.waitForURL(`${server.origin}/login`);
  });
});

describe("behaviour 4.3: errors of form submissions are toasts", () => {
  test("a form that can't be sent keeps its page and its text", async () => {
    const page = await open("/users/new");
    await page.getByLabel("Name").fill("Grace Hopper");
    await page.getByLabel("Email").fill("grace@example.org");
    await page.route(/\.data/, (route) => route.abort());
    await page.getByRole("button", { name: "Create person" }).click();
    const toast = page.getByRole("region", { name: "Notifications" }).getByRole("status");
    await toast.waitFor();
    expect(await toast.getAttribute("data-type")).toBe("error");
    expect(await page.getByLabel("Name").inputValue()).toBe("Grace Hopper");
  });

  test("a reply that can't be sent keeps its text, although its page then looks for news", async () => {
    const { id } = await aTask(server.db);
    const page = await open(`/tasks/${id}`);
    await page.getByLabel("Your reply").fill("Have you tried");
    await page.route(/\.data/, (route) => route.abort());
    await page.getByRole("button", { name: "Send reply" }).click();
    const toast = page.getByRole("region", { name: "Notifications" }).getByRole("status");
    await toast.getByText("The server couldn't be reached.").waitFor();
    expect(await page.getByLabel("Your reply").inputValue()).toBe("Have you tried");
    await page.unroute(/\.data/);
    await page.getByRole("button", { name: "Send reply" }).click();
    await page.getByRole("region", { name: "Conversation" }).getByText("Have you tried").waitFor();
  });

  test("a second press during the first is sent if the first fails", async () => {
    const { id } = await aTask(server.db);
    const page = await open(`/tasks/${id}`);
    await page.getByLabel("Your reply").fill("Have you tried");
    let fail = () => {};
    const pressed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    let sent = 0;
    await page.route(/\.data/, async (route) => {
      if (route.request().method() !== "POST" || ++sent > 1) return route.continue();
      await pressed;
      await route.abort();
    });
    await page.getByRole("button", { name: "Send reply" }).click();
    await expect.poll(() => sent).toBe(1);
    await page.getByRole("button", { name: "Send reply" }).click();
    fail();
    await page.getByRole("region", { name: "Conversation" }).getByText("Have you tried").waitFor();
    expect(sent).toBe(2);
  });
});
