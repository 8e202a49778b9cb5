import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { savePreferences } from "~/features/users/preferences.server";
import { holdRequests, openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask, NOON } from "../support/factories";
import { countPresses } from "../support/presses";

const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const status = (page: Page) => page.getByLabel("Status", { exact: true });

describe("presses on a task's page", () => {
  const { server, pageOf } = openDesk({ settings: { SENDING_WINDOW_SECONDS: "0" } });

  let now = NOON;
  async function opened() {
    const ada = await anAgent(server.db);
    now += 2; // the newest two
    const { id: next } = await aTask(server.db, { at: now });
    const { id } = await aTask(server.db, { at: now + 1 });
    await savePreferences(server.db, ada, { afterResolve: "next" }, NOON);
    const list = "sort=created-desc";
    const page = await pageOf(ada, `/tasks/${id}?${new URLSearchParams({ list })}`);
    await waitForScripts(page);
    return { page, ada, id, next, list, presses: countPresses(page) };
  }

  test.each(["mouse", "keyboard"] as const)("replying and waiting for the requester takes 2 by %s", async (by) => {
    const { page, presses } = await opened();
    await presses.press("r");
    await presses.type("Which floor?");
    if (by === "mouse") await presses.click(page.getByRole("button", { name: "Send reply" }));
    else await presses.press("Control+Enter");
    await conversation(page).getByText("Which floor?").waitFor();
    expect(presses.count).toBe(2);
    await expect.poll(() => status(page).inputValue()).toBe("waiting_requester");
  });

  test.each(["mouse", "keyboard"] as const)(
    "replying, resolving and moving to the next task takes 2 by %s",
    async (by) => {
      const { page, id, next, list, presses } = await opened();
      await presses.press("r");
      await presses.type("It prints again.");
      if (by === "mouse") await presses.click(page.getByRole("button", { name: "Send and resolve" }));
      else await presses.press("Control+Shift+Enter");
      await page.waitForURL(`**/tasks/${next}?${new URLSearchParams({ list })}`);
      await page.getByText(`Replied to #${id} and resolved it`).waitFor();
      expect(presses.count).toBe(2);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    },
  );

  test.each(["mouse", "keyboard"] as const)("adding an internal note takes 2 by %s", async (by) => {
    const { page, presses } = await opened();
    await presses.press("n");
    await presses.type("Third time.");
    if (by === "mouse") await presses.click(page.getByRole("button", { name: "Add note" }));
    else await presses.press("Control+Enter");
    await conversation(page).getByText("Third time.").waitFor();
    expect(presses.count).toBe(2);
  });

  test("resolving returns to the top of the list", async () => {
    const { page, ada } = await opened();
    await savePreferences(server.db, ada, { afterResolve: "list" }, NOON);
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.keyboard.press("r");
    await page.keyboard.type("It prints again.");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.keyboard.press("Control+Shift+Enter");
    await page.waitForURL("**/tasks?sort=created-desc");
    await page.getByRole("table", { name: "Tasks" }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test("the next task is the one that followed on arrival, even if a reply moves this one", async () => {
    const { page: other, ada, id, next } = await opened();
    await other.close();
    now += 1;
    await aTask(server.db, { at: now + 1 }); // would be next once the reply moves the task to the top
    const list = new URLSearchParams({ list: "sort=updated-desc" });
    const page = await pageOf(ada, `/tasks/${id}?${list}`);
    await waitForScripts(page);
    await page.keyboard.press("r");
    await page.keyboard.type("Which floor is it on?");
    await page.keyboard.press("Control+Enter");
    await conversation(page).getByText("Which floor is it on?").waitFor();
    await page.getByRole("tab", { name: "Reply" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("]");
    await page.waitForURL(`**/tasks/${next}?${list}`);
  });

  test("a field changed just after resolving is saved, too", async () => {
    const { page, id, next } = await opened();
    const release = await holdRequests(page, /\/tasks\/\d+\.data/);
    await status(page).selectOption("Resolved");
    await page.getByRole("form", { name: "Task" }).getByLabel("Priority").selectOption("High");
    release();
    await page.waitForURL(`**/tasks/${next}?*`);
    const task = server.db.selectFrom("task").select(["status", "priority"]).where("id", "=", id);
    await expect.poll(() => task.executeTakeFirst()).toEqual({ status: "resolved", priority: 3 });
  });

  test("moving to the next task and back takes one key each", async () => {
    const { page, id, next } = await opened();
    const place = page.getByRole("navigation", { name: "Task navigation" });
    await place.getByText(/^\d+ of \d+$/).waitFor();
    /** Waits for a task's page. The URL changes first; until the page follows, keys act on the old one. */
    async function arrive(task: number) {
      await page.waitForURL(`**/tasks/${task}?*`);
      await expect.poll(() => page.title()).toContain(`#${task}`);
    }
    for (const [forth, back] of ["][", "jk"]) {
      await page.keyboard.press(forth ?? "");
      await arrive(next);
      await page.keyboard.press(back ?? "");
      await arrive(id);
    }
    await page.getByRole("link", { name: "Back to list" }).click();
    await page.waitForURL("**/tasks?sort=created-desc");
  });
});

describe("without scripts", () => {
  const { server, pageOf } = openDesk({ javaScriptEnabled: false, settings: { SENDING_WINDOW_SECONDS: "0" } });

  test("an agent adds a note, replies, resolves and arrives at the next task", async () => {
    const ada = await anAgent(server.db);
    const { id: next } = await aTask(server.db, { at: NOON });
    const { id } = await aTask(server.db, { at: NOON + 1 });
    await aTask(server.db, { at: NOON + 2 }); // stays in the list, before the next one
    await savePreferences(server.db, ada, { afterResolve: "next" }, NOON);
    const page = await pageOf(ada, `/tasks/${id}?list=sort%3Dcreated-desc%26group%3Dpriority`);
    await page.getByLabel("Your note").fill("Third time.");
    await page.getByRole("button", { name: "Add note" }).click();
    await conversation(page).getByText("Third time.").waitFor();
    await page.getByLabel("Your reply").fill("Which floor?");
    await page.getByRole("button", { name: "Send reply" }).click();
    await conversation(page).getByText("Which floor?").waitFor();
    expect(await status(page).inputValue()).toBe("waiting_requester");
    await page.getByLabel("Your reply").fill("It prints again.");
    await page.getByRole("button", { name: "Send and resolve" }).click();
    await page.waitForURL(`**/tasks/${next}?*`);
    // The line is in a <noscript>, where Playwright's getByText finds nothing.
    await page.locator(".flash-line", { hasText: `Replied to #${id} and resolved it` }).waitFor();
    await page.getByRole("link", { name: "Previous task" }).waitFor();
  });
});
