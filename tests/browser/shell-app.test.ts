import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/user-schema";
import { useBrowser as openBrowser } from "../support/browser";
import { anAdmin } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

const newPage = openBrowser();
let server: TestServer;
let ada: Viewer;
beforeAll(async () => {
  server = await startServer("sqlite", { BUILD_CHECK_SECONDS: "1", LOG_LEVEL: "silent" });
  ada = await anAdmin(server.db);
});
afterAll(() => server.stop());

/** A page of somebody who is signed in. The service worker stays out, for it would answer what these tests intercept. */
async function open(
  path: string,
  options: BrowserContextOptions = {},
  before: (page: Page) => Promise<unknown> = async () => {},
) {
  const page = await newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...options });
  await before(page);
  const [name = "", value = ""] = (await cookieOf(server.db, ada)).split("=");
  await page.context().addCookies([{ name, value, url: server.origin }]);
  await page.goto(server.origin + path);
  if (options.javaScriptEnabled !== false) await page.waitForSelector("html[data-session]");
  return page;
}

const bar = (page: Page) => page.getByRole("progressbar", { name: "Loading" });
const menu = (page: Page) => page.getByRole("button", { name: "Menu" });
const place = (page: Page, name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
/** A mark that a full page load wipes out. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute("data-mark", "old"));
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute("data-mark"));

/** Holds back the data of the next pages until told; the promise says that one has been asked for. */
async function holdData(page: Page) {
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
    await route.continue().catch(() => {}); // the journey may be over
  });
  return { begun, release };
}

describe("behaviour 5: loading bar", () => {
  test("shows after 200 ms, 3 px high and orange, moves on, ends at 100 and goes; never on the first load", async () => {
    const page = await open("/tasks");
    expect(await bar(page).count()).toBe(0);
    await page.clock.install();
    const { begun, release } = await holdData(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await place(page, "People").click();
    await begun;
    await page.clock.runFor(190);
    expect(await bar(page).count()).toBe(0);
    await page.clock.runFor(30);
    expect(await bar(page).count()).toBe(1);
    await page.clock.runFor(1_030); // half of the duration and two frames
    const seen = await bar(page).evaluate((element) => {
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
    const half = Number(await bar(page).getAttribute("aria-valuenow"));
    expect(half).toBeGreaterThan(47);
    expect(half).toBeLessThan(53);

    const line = await page.locator(".loading-bar").elementHandle();
    release();
    await heading(page, "People");
    await page.clock.runFor(20);
    expect(await line?.getAttribute("style")).toContain("scaleX(1)");
    await page.clock.runFor(450);
    expect(await bar(page).count()).toBe(1);
    await page.clock.runFor(100);
    expect(await bar(page).count()).toBe(0);
    expect(await line?.getAttribute("aria-hidden")).toBe("true");
  });
});

describe("behaviour 10: sidebar", () => {
  test("starts closed; a page that has finished loading closes it at 640 px, not at 641", async () => {
    const page = await open("/tasks", { viewport: { width: 640, height: 800 } });
    expect(await menu(page).getAttribute("aria-expanded")).toBe("false");
    await menu(page).click();
    expect(await menu(page).getAttribute("aria-expanded")).toBe("true");
    const { begun, release } = await holdData(page);
    await place(page, "People").click();
    await begun;
    expect(await menu(page).getAttribute("aria-expanded")).toBe("true"); // not at the click
    release();
    await page.locator('[aria-label="Menu"][aria-expanded="false"]').waitFor();

    await page.setViewportSize({ width: 641, height: 800 });
    await menu(page).click();
    await place(page, "Tasks").click();
    await heading(page, "Tasks");
    expect(await menu(page).getAttribute("aria-expanded")).toBe("true");
    await page.setViewportSize({ width: 600, height: 800 }); // not on resize
    expect(await menu(page).getAttribute("aria-expanded")).toBe("true");
    await page.reload();
    expect(await menu(page).getAttribute("aria-expanded")).toBe("false");
  });

  test.each([1280, 390])("without JavaScript all places can be reached in a window of %i px", async (width) => {
    const page = await open("/tasks", { javaScriptEnabled: false, viewport: { width, height: 800 } });
    await place(page, "People").click();
    await heading(page, "People");
  });
});

describe("behaviour 6: toasts in the product", () => {
  test("the region stands on every page, also before signing in and without JavaScript", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await newPage({ javaScriptEnabled });
      await page.goto(`${server.origin}/login`);
      expect(await page.getByRole("region", { name: "Notifications", exact: true }).count()).toBe(1);
    }
  });

  test("a toast of the server comes across the redirect, once", async () => {
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
    await place(page, "Tasks").click();
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
  test("the server's message is a line of the page, once", async () => {
    const page = await open("/tasks/new", { javaScriptEnabled: false });
    await page.getByLabel("Title").fill("The printer is on fire");
    await page.getByLabel("Description").fill("It smokes.");
    await page.getByRole("button", { name: "Create task" }).click();
    await page.getByRole("status").filter({ hasText: "created" }).waitFor();
    await page.reload();
    expect(await page.getByRole("status").count()).toBe(0);
  });
});

describe("behaviour 7: new builds and failed chunks", () => {
  const announceBuild = (page: Page) =>
    page.route(/\/builds\/latest\.json/, (route) => route.fulfill({ json: { id: "newer", timestamp: 1 } }));

  test("a new build reloads an untouched page at once, and only once in ten seconds", async () => {
    const page = await open("/tasks");
    await menu(page).click();
    await mark(page);
    let loads = 0;
    page.on("load", () => loads++);
    await announceBuild(page);
    await page.waitForFunction(() => !document.body.hasAttribute("data-mark"));
    await page.waitForSelector('[aria-label="Menu"][aria-expanded="true"]'); // the sidebar came along
    const guard = await page.evaluate(() => JSON.parse(sessionStorage.getItem("app:reload") ?? "null"));
    expect(guard.path).toBe("/tasks");
    expect(guard.expires - Date.now()).toBeGreaterThan(5_000);
    await page.waitForTimeout(1_500); // another check of the same answer
    expect(loads).toBe(1);
  });

  test("waits for the next navigation when something has been typed, which then loads its destination", async () => {
    const page = await open("/tasks/new");
    await page.getByLabel("Title").fill("half a sen");
    await mark(page);
    await announceBuild(page);
    await page.waitForResponse(
      async (answer) => /latest\.json/.test(answer.url()) && (await answer.text()).includes("newer"),
    );
    await page.waitForTimeout(300);
    expect(await isMarked(page)).toBe(true);
    await place(page, "People").click();
    await page.waitForFunction(() => !document.body.hasAttribute("data-mark"));
    await heading(page, "People");
    expect(new URL(page.url()).pathname).toBe("/users");
  });

  test("a meta file or a latest.json that cannot be read shows nothing", async () => {
    const logged: string[] = [];
    const page = await open("/tasks", {}, async (fresh) => {
      fresh.on("console", (message) => logged.push(message.text()));
      await fresh.route(/\/builds\//, (route) => route.abort());
    });
    await page.waitForTimeout(2_500);
    expect(logged.join("\n")).toContain("The meta file of this build could not be read");
    expect(await page.getByRole("region", { name: "Notifications" }).getByRole("status").count()).toBe(0);
  });

  test("a missing script loads the destination from the server, once; then comes the error page", async () => {
    const page = await open("/tasks");
    await mark(page);
    await page.route(/\/build\/routes\/_app\.users/, (route) => route.abort());
    await place(page, "People").click();
    await heading(page, "People");
    expect(await isMarked(page)).toBe(false);
    expect(new URL(page.url()).pathname).toBe("/users");

    await page.goto(`${server.origin}/tasks`);
    await page.waitForSelector("html[data-session]");
    await place(page, "People").click();
    await heading(page, "Internal Server Error");
    await page.getByRole("link", { name: "Go to the start page" }).click(); // the next navigation clears the error
    await page.waitForURL(`${server.origin}/`);
    await menu(page).waitFor();
  });
});

describe("behaviour 8: payloads in the client", () => {
  test("links in sight are loaded in advance, once, and used; the session is asked all the same", async () => {
    const asked: string[] = [];
    let ahead: Promise<unknown> = Promise.resolve();
    const page = await open("/tasks", {}, async (fresh) => {
      fresh.on("request", (request) => asked.push(request.url().replace(server.origin, "")));
      ahead = fresh.waitForResponse(/\/users\/_payload\.json/);
    });
    await ahead;
    await place(page, "People").click();
    await heading(page, "People");
    const people = asked.filter((url) => /^\/users(\.data|\/_payload)/.test(url));
    expect(people).toEqual(["/users/_payload.json", "/users.data?_routes=root"]);
    expect(asked.some((url) => url.startsWith("/tasks/_payload.json"))).toBe(false); // the page one is on
  });

  test("a payload that fails changes nothing but the log", async () => {
    const page = await open("/tasks", {}, (fresh) =>
      fresh.route(/_payload\.json/, (route) => route.fulfill({ status: 500, body: "no" })),
    );
    await place(page, "People").click();
    await heading(page, "People");
  });
});

describe("behaviour 2: session state in the client", () => {
  const sessionEnds = () => server.db.deleteFrom("session").execute();
  const comesBack = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));

  test("a session that has ended is noticed when the window gets the focus: to /login at once", async () => {
    const page = await open("/tasks");
    expect(await page.locator("html").getAttribute("data-session")).toBe("authenticated");
    await sessionEnds();
    await comesBack(page);
    await page.waitForURL(`${server.origin}/login`);
  });

  test("a failed fetch changes nothing; another tab's sign-out is noticed, and acted on at the next navigation", async () => {
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
    await place(page, "Home").click();
    await page.waitForURL(`${server.origin}/login`);
  });
});

describe("behaviour 4.3: errors of form submissions are toasts", () => {
  test("a form that cannot be sent keeps its page and what was typed", async () => {
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
});
