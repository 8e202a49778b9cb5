import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { countUnread } from "~/features/notifications/notifications.server";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask, NOON } from "../support/factories";
import { countPresses } from "../support/presses";

const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const row = (page: Page, name: string, title: string) => group(page, name).getByRole("row").filter({ hasText: title });
const message = (page: Page) => page.locator(".toast, .flash-line").filter({ hasText: "assigned to you" });

describe.each(JAVASCRIPT_MODES)(
  "taking the next unassigned task from home, $mode on $engine",
  ({ engine, javaScriptEnabled }) => {
    const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

    test("takes one press, and one more to undo it", async () => {
      const ada = await anAgent(server.db, { name: "Ada" });
      const lift = await aTask(server.db, { title: "The lift hums", at: NOON });
      await aTask(server.db, { title: "The door sticks", at: NOON + 60_000 });
      const page = await pageOf(ada, "/");
      if (javaScriptEnabled !== false) await waitForScripts(page);
      const presses = countPresses(page);
      const lifts = row(page, "Unassigned in my teams", "The lift hums");
      await presses.click(lifts.getByRole("button", { name: "Assign to me" }));
      await message(page).getByText(`#${lift.id} assigned to you`).waitFor();
      expect(presses.count).toBe(1);
      if (javaScriptEnabled !== false) await page.getByRole("heading", { level: 1 }).hover(); // the pointer leaves the rows
      await row(page, "Waiting for me", "The lift hums").waitFor();
      expect(await lifts.count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe("/");
      await presses.click(message(page).getByRole("button", { name: "Undo" }));
      await lifts.waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
    });
  },
);

describe("the next unassigned task from home", () => {
  const { server, pageOf } = openDesk();

  test("the i key takes it, and a second press takes the one after", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    for (const title of ["The lift hums", "The door sticks", "The fan rattles"]) {
      await aTask(server.db, { title, at: NOON });
    }
    const page = await pageOf(ada, "/");
    await waitForScripts(page);
    const presses = countPresses(page);
    await presses.press("i");
    await row(page, "Waiting for me", "The lift hums").waitFor();
    await message(page).waitFor();
    expect(presses.count).toBe(1);
    await presses.press("i");
    await row(page, "Waiting for me", "The door sticks").waitFor();
    await expect.poll(() => group(page, "Unassigned in my teams").getByRole("row").count()).toBe(2);
  });

  test("the i key takes the task of the focused row", async () => {
    const ben = await anAgent(server.db, { name: "Ben" });
    for (const title of ["First of two", "Second of two"])
      await aTask(server.db, { title, at: NOON, priority: "urgent" });
    const page = await pageOf(ben, "/");
    await waitForScripts(page);
    await row(page, "Unassigned in my teams", "Second of two").getByRole("link").first().focus();
    await page.keyboard.press("i");
    await row(page, "Unassigned in my teams", "Second of two").getByText("Assigned to you").waitFor();
    await message(page).waitFor();
    await page.getByRole("link", { name: "New task" }).first().focus(); // the focus leaves the rows
    await row(page, "Waiting for me", "Second of two").waitFor();
    expect(await row(page, "Unassigned in my teams", "First of two").count()).toBe(1);
  });

  test("rows stay under the pointer: each press takes the task it's on", async () => {
    const cleo = await anAgent(server.db, { name: "Cleo" });
    const titles = ["The mast leans", "The sail flaps", "The rope frays"];
    for (const title of titles) await aTask(server.db, { title, at: NOON, priority: "urgent" });
    const page = await pageOf(cleo, "/", { viewport: { width: 1280, height: 900 } });
    await waitForScripts(page);
    const boxes: unknown[] = [];
    for (const title of titles) {
      const taken = row(page, "Unassigned in my teams", title);
      if (boxes.length === 0)
        for (const each of titles) boxes.push(await row(page, "Unassigned in my teams", each).boundingBox());
      await taken.getByRole("button", { name: "Assign to me" }).click();
      await taken.getByText("Assigned to you").waitFor();
    }
    await message(page).last().waitFor();
    for (const title of titles)
      expect(await row(page, "Unassigned in my teams", title).boundingBox()).toEqual(boxes.shift());
    await page.getByRole("heading", { level: 1 }).hover();
    for (const title of titles) await row(page, "Waiting for me", title).waitFor();
  });
});

describe("notifications by keyboard", () => {
  const { server, pageOf } = openDesk();

  test("j moves to an entry, x marks it as read, and Enter opens its task", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db, { name: "Ben" })];
    for (const [title, at] of [
      ["The lift hums", NOON],
      ["The door sticks", NOON + 60_000],
    ] as const) {
      await aTask(server.db, { title, requester: ben, assignee: ada, at });
    }
    await expect.poll(() => countUnread(server.db, ada)).toBe(2);
    const page = await pageOf(ada, "/notifications");
    await waitForScripts(page);
    const unread = page.getByRole("main").getByRole("button", { name: "Unread" });
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect.poll(() => unread.count()).toBe(1);
    await page
      .getByRole("listitem")
      .filter({ hasText: "The door sticks" })
      .getByRole("button", { name: "Unread" })
      .waitFor();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "The door sticks" }).waitFor();
  });
});
