import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { openForm } from "../support/composer";
import { holdRequests, openDesk, stopWaitingForScripts } from "../support/desk";
import { anAgent, aTask, NOON } from "../support/factories";
import { unfold } from "../support/task-fields";

type Watching = { shifts: number[] };

/** Records each layout shift, except right after a key press or a click. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** The layout shift since the last call, rounded as usual to two digits. */
async function moved(page: Page) {
  await page.waitForLoadState("networkidle");
  // By the second frame everything the observer reports has been painted.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const all = await page.evaluate(() => (window as unknown as Watching).shifts.splice(0));
  return all.reduce((sum, shift) => sum + shift, 0).toFixed(2);
}

/** Slows the network down: a page arrives piece by piece. */
async function slowly(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const speed = { downloadThroughput: 120_000, uploadThroughput: 120_000, latency: 20 };
  await devtools.send("Network.emulateNetworkConditions", { offline: false, ...speed });
}

const SCREENS: [string, BrowserContextOptions][] = [
  ["in a window", { viewport: { width: 1280, height: 800 } }],
  ["on a phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
];

describe.each(SCREENS)("layout stability %s", (_, screen) => {
  const { server, pageOf } = openDesk({ keepFolded: true, fresh: true, ...screen });
  let ada: Viewer;
  let task: number;

  beforeAll(async () => {
    ada = await anAgent(server.db, { name: "Ada Lovelace" });
    for (let n = 1; n <= 30; n++) {
      await aTask(server.db, { title: `Printer ${n} prints blank pages`, tags: ["printer"], at: NOON + n });
    }
    task = (await aTask(server.db, { title: "The lift hums", assignee: ada, tags: ["lift", "noise"] })).id;
  });

  async function watched() {
    const page = await pageOf(ada);
    await stopWaitingForScripts(page);
    await watchShifts(page);
    await slowly(page);
    return page;
  }

  test("no page shifts as it loads and its scripts start", async () => {
    const page = await watched();
    const seen: Record<string, string> = {};
    const places = ["/", "/tasks", `/tasks/${task}`, "/tasks/new", "/search?q=printer", "/users", `/users/${ada.id}`];
    for (const place of [...places, "/notifications", "/charts", "/settings/display", "/nowhere"]) {
      await page.goto(place);
      seen[place] = await moved(page);
    }
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((place) => [place, "0.00"])));
  });

  describe("a form's answer whose scripts load late", () => {
    /** A page with held scripts. `staysAt` focuses a field, releases them, and checks that nothing moved. */
    async function withoutScriptsYet(path: string) {
      const page = await pageOf(ada);
      await stopWaitingForScripts(page);
      const release = await holdRequests(page, /\/build\/.*\.js/);
      await page.goto(path, { waitUntil: "commit" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      async function staysAt(field: string) {
        await page.waitForFunction(() => document.styleSheets.length > 0); // without styles the page has another height
        await page.getByLabel(field).focus();
        const place = () => page.evaluate(() => [scrollY, document.activeElement?.getAttribute("name")]);
        const before = await place();
        release();
        await page.locator("html[data-session]").waitFor();
        expect(await place()).toEqual(before);
      }
      return { page, staysAt };
    }

    test("keeps scroll position and focus on the page of a new task", async () => {
      const { page, staysAt } = await withoutScriptsYet("/tasks/new");
      await page.getByLabel("Title").fill("The lift hums");
      await page.getByLabel("Description").fill("In G.");
      await page.getByLabel("Requester").fill("nobody that is known");
      await page.getByRole("button", { name: "Create task" }).click({ noWaitAfter: true });
      await page.getByRole("alert").waitFor();
      await staysAt("Tags");
    });

    test("keeps scroll position and focus on the page of a task", async () => {
      const { page, staysAt } = await withoutScriptsYet(`/tasks/${task}`);
      await unfold(page);
      await page.locator("summary", { hasText: "Add people" }).click();
      await page.getByLabel("People", { exact: true }).fill("nobody that is known");
      await page.getByRole("button", { name: "Add people" }).click({ noWaitAfter: true });
      await page.getByText("No one has this name.").waitFor();
      await unfold(page);
      await staysAt("Tags");
    });
  });

  test("following a link, Back and Forward shift nothing", async () => {
    const page = await watched();
    await page.goto("/tasks?q=lift");
    await page.getByRole("link", { name: "The lift hums" }).click();
    await page.getByRole("region", { name: "Conversation" }).waitFor();
    expect(await moved(page)).toBe("0.00");
    await page.goBack();
    await page.getByRole("table", { name: "Tasks" }).waitFor();
    expect(await moved(page)).toBe("0.00");
    await page.goForward();
    await page.getByRole("region", { name: "Conversation" }).waitFor();
    expect(await moved(page)).toBe("0.00");
  });

  test("sending a message shifts nothing, however long the answer takes", async () => {
    const page = await watched();
    const stream = page.waitForResponse(/\/events\?/);
    await page.goto(`/tasks/${task}`);
    await openForm(page, "Reply");
    await page.getByLabel("Status after the reply").selectOption("keep"); // any other brings more fields
    const seen: Record<string, string> = {};
    await stream; // from now on live updates fetch the message, too
    // Shifts within 500 ms of a click count as expected and aren't reported.
    await page.route("**/*", async (route) => {
      if (route.request().method() === "POST") await new Promise((later) => setTimeout(later, 800));
      await route.fallback();
    });
    for (const [field, button] of [
      ["Your note", "Add note"],
      ["Your reply", "Send reply"],
    ] as const) {
      await openForm(page, field === "Your note" ? "Internal note" : "Reply");
      await page.getByLabel(field).fill(`It hums in G. ${field}.${"\n\nAnd in the night.".repeat(4)}`);
      await page.getByRole("button", { name: button }).hover();
      await moved(page);
      const top = () => page.getByLabel(field).evaluate((text) => text.getBoundingClientRect().top);
      const before = await top();
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("region", { name: "Conversation" }).getByText(`It hums in G. ${field}.`).waitFor();
      seen[button] = await moved(page);
      // Scrolling is no layout shift. The page scrolls only to bring the sent message into view.
      const sent = page
        .getByRole("article")
        .filter({ hasText: `It hums in G. ${field}.` })
        .last();
      const end = await sent.evaluate((message) => message.getBoundingClientRect().bottom);
      expect(end, button).toBeGreaterThan(100);
      const scrolled = (await top()) - before;
      // It scrolls down just enough to show 120 px of the message.
      if (Math.abs(scrolled) >= 2) expect([scrolled > 0, Math.round(end)], button).toEqual([true, 120]);
    }
    expect(seen).toEqual({ "Add note": "0.00", "Send reply": "0.00" });
  });
});
