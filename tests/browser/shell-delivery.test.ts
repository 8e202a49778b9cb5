import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { stopWaitingForScripts } from "../support/desk";
import { heading, menu, navLink, openShell } from "./shell-desk";

const { server, open } = openShell();

/** A mark that a full page load wipes out. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute("data-mark", "old"));
/** Waits for the new page. Its document may have no body yet, which would fail `waitForFunction`. */
const unmarked = (page: Page) => page.locator("body:not([data-mark])").waitFor();
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute("data-mark"));

describe("behaviour 7.2 and 7.3: new builds and failed chunks", () => {
  const announceBuild = (page: Page) =>
    page.route(/\/builds\/latest\.json/, (route) => route.fulfill({ json: { id: "newer", timestamp: 1 } }));

  test("a new build reloads an untouched page at once, and only once in ten seconds", async () => {
    const page = await open("/tasks");
    await menu(page).click();
    await mark(page);
    let loads = 0;
    page.on("load", () => loads++);
    await announceBuild(page);
    await unmarked(page);
    await page.waitForSelector('[aria-label="Menu"][aria-expanded="true"]'); // the sidebar stays open
    const guard = await page.evaluate(() => JSON.parse(sessionStorage.getItem("app:reload") ?? "null"));
    expect(guard.path).toBe("/tasks");
    expect(guard.expires - Date.now()).toBeGreaterThan(5_000);
    await page.waitForLoadState();
    await page.waitForTimeout(1_500); // time for another check with the same answer
    expect(loads).toBe(1);
  });

  test("with typed text, a new build waits for the next navigation, which loads its destination", async () => {
    const page = await open("/tasks/new");
    await page.getByLabel("Title").fill("half a sen");
    await mark(page);
    await announceBuild(page);
    await page.waitForResponse(
      async (answer) => /latest\.json/.test(answer.url()) && (await answer.text()).includes("newer"),
    );
    await page.waitForTimeout(300);
    expect(await isMarked(page)).toBe(true);
    await navLink(page, "People").click();
    await unmarked(page);
    await heading(page, "People");
    expect(new URL(page.url()).pathname).toBe("/users");
  });

  test("an unreadable meta file or latest.json shows no notice", async () => {
    const logged: string[] = [];
    const page = await open("/tasks", {}, async (fresh) => {
      fresh.on("console", (message) => logged.push(message.text()));
      await fresh.route(/\/builds\//, (route) => route.abort());
    });
    await page.waitForTimeout(2_500);
    await expect.poll(() => logged.join("\n")).toContain("This build's meta file couldn't be read");
    expect(await page.getByRole("region", { name: "Notifications" }).getByRole("status").count()).toBe(0);
  });

  test("a missing script loads the destination from the server once, then shows the error page", async () => {
    const page = await open("/tasks");
    await stopWaitingForScripts(page);
    await mark(page);
    await page.route(/\/build\/routes\/_app\.users/, (route) => route.abort());
    await navLink(page, "People").click();
    await heading(page, "People");
    expect(await isMarked(page)).toBe(false);
    expect(new URL(page.url()).pathname).toBe("/users");

    await page.goto(`${server.origin}/tasks`);
    await page.waitForSelector("html[data-session]");
    await navLink(page, "People").click();
    await heading(page, "Internal Server Error");
    await page.getByRole("link", { name: "Go to the start page" }).click(); // the next navigation clears the error
    await page.waitForURL(`${server.origin}/`);
    await menu(page).waitFor();
  });
});

describe("behaviour 8: payloads in the client", () => {
  test("visible links are prefetched once and used; the session is still fetched (behaviour 2)", async () => {
    const asked: string[] = [];
    let ahead: Promise<unknown> = Promise.resolve();
    const page = await open("/tasks", {}, async (fresh) => {
      fresh.on("request", (request) => asked.push(request.url().replace(server.origin, "")));
      ahead = fresh.waitForResponse(/\/search\/_payload\.json/);
    });
    await ahead;
    const others = asked.filter((url) => url.includes("_payload") && !url.startsWith("/search/"));
    expect(others).toEqual([]); // the others are marked to wait for hover
    await navLink(page, "Search").click();
    await heading(page, "Search");
    const search = asked.filter((url) => /^\/search(\.data|\/_payload)/.test(url));
    expect(search).toEqual(["/search/_payload.json", "/search.data?_routes=root"]);
    expect(asked.some((url) => url.startsWith("/tasks/_payload.json"))).toBe(false); // the current page
  });

  test("a payload that fails shows no error, and the link still works", async () => {
    const page = await open("/tasks", {}, (fresh) =>
      fresh.route(/_payload\.json/, (route) => route.fulfill({ status: 500, body: "no" })),
    );
    await navLink(page, "People").click();
    await heading(page, "People");
    expect(await page.locator(".toast, [role=alert]").count()).toBe(0);
  });
});
