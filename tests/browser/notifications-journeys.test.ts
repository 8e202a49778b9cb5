import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { countUnread } from "~/features/notifications/notifications.server";
import type { Viewer } from "~/features/users/users";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { aKey, anAgent, aRequester, aTask, NOON } from "../support/factories";

describe.each(JAVASCRIPT_MODES)("notifications, $mode on $engine (B9)", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  const link = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
  const note = (by: Viewer, id: number, body: string) =>
    addNote(server.db, by, id, { body, requestKey: aKey(), anyway: true }, Date.now());
  const message = (page: Page, text: string) => page.locator(".toast, .flash-line").filter({ hasText: text });
  const item = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

  test("show an unread count, open their message and count as read once opened", async () => {
    const [ada, ben] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db, { name: "Ben" })];
    const rita = await aRequester(server.db, { name: "Rita" });
    const { id } = await aTask(server.db, { title: "The lift hums", assignee: ada, requester: rita, at: NOON });
    const other = await aTask(server.db, { title: "The door sticks", assignee: ada, at: NOON });
    await note(ben, id, "Have a look at the cable.");
    await expect.poll(() => countUnread(server.db, ada)).toBe(3); // new tasks notify within a second

    const page = await pageOf(ada, "/");
    await link(page, "Notifications (3 unread)").click();
    const lift = item(page, "Ben added a note");
    await lift.getByText("Have a look at the cable.").waitFor();
    await lift.getByText("1 more").click();
    await lift.getByRole("link", { name: "Rita assigned it to you" }).waitFor();
    await lift.getByRole("link", { name: "The lift hums" }).click();
    await page.getByRole("region", { name: "Conversation" }).getByText("Have a look at the cable.").waitFor();
    expect(new URL(page.url()).searchParams.get("message")).not.toBeNull();
    await link(page, "Notifications (1 unread)").click();
    await page.getByRole("link", { name: "Unread", exact: true }).click();
    await page.locator("main a[aria-current]").filter({ hasText: "Unread" }).waitFor();
    await item(page, "The door sticks").waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: "The lift hums" }).count()).toBe(0);
    await page.getByRole("button", { name: "Unread" }).click();
    await page.getByText("You're all caught up").waitFor();
    await link(page, "Notifications").waitFor();

    await page.goto(`/tasks/${other.id}`);
    await page.getByRole("button", { name: "Mute" }).click();
    await message(page, "muted").waitFor();
    await page.getByRole("button", { name: "Unmute" }).waitFor();
    await note(ben, other.id, "It sticks still.");
    await note(ben, id, "Cut the cable.");
    await page.goto("/notifications");
    await item(page, "Cut the cable.").waitFor();
    expect(await item(page, "It sticks still.").count()).toBe(0);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await link(page, "Notifications").waitFor();

    await replyToTask(server.db, ben, id, { body: "It is the cable.", requestKey: aKey() }, Date.now());
    const asker = await pageOf(rita, "/");
    await link(asker, "Notifications (1 unread)").click();
    await item(asker, "Ben replied").getByRole("link", { name: "The lift hums" }).click();
    await asker.getByText("It is the cable.").waitFor();
    await link(asker, "Notifications").waitFor();
  });

  test("let an agent take an unassigned task, and undo that, without leaving the list", async () => {
    const [eve, rita] = [await anAgent(server.db, { name: "Eve" }), await aRequester(server.db)];
    const { id } = await aTask(server.db, { title: "The tap drips", requester: rita, at: NOON });
    await expect.poll(() => countUnread(server.db, eve)).toBe(1);
    await replyToTask(server.db, rita, id, { body: "Still.", requestKey: aKey() }, Date.now());
    const page = await pageOf(eve, "/notifications");
    const tap = item(page, "The tap drips");
    await tap.getByRole("button", { name: "Assign to me" }).click();
    await message(page, `#${id} assigned to you`).waitFor();
    expect(await tap.getByRole("button", { name: "Assign to me" }).count()).toBe(0);
    await message(page, "assigned to you").getByRole("button", { name: "Undo" }).click();
    await tap.getByRole("button", { name: "Assign to me" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/notifications");
    await tap.getByRole("link", { name: "Reply" }).click();
    await page.waitForURL((url) => url.pathname === `/tasks/${id}`);
    await expect.poll(() => page.getByLabel("Your reply").evaluate((field) => field.matches(":focus"))).toBe(true);
  });

  test("follow each user's own settings", async () => {
    const [cleo, dan] = [await anAgent(server.db, { name: "Cleo" }), await anAgent(server.db, { name: "Dan" })];
    const { id } = await aTask(server.db, { title: "The fan is loud", assignee: cleo, at: NOON });
    await expect.poll(() => countUnread(server.db, cleo)).toBe(1);
    const page = await pageOf(cleo, "/notifications");
    await page.getByRole("main").getByRole("link", { name: "Notification settings" }).click();
    await page.getByLabel("A note is added to your task or a task you watch").selectOption("Off");
    await page.getByRole("button", { name: "Save settings" }).click();
    await message(page, "Notification settings saved").waitFor();
    expect(await page.getByLabel("A note is added to your task or a task you watch").inputValue()).toBe("off");
    await note(dan, id, "Hear, hear.");
    await page.goto("/notifications");
    await item(page, "assigned it to you").waitFor();
    expect(await item(page, "Hear, hear.").count()).toBe(0);

    const asker = await pageOf(await aRequester(server.db), "/settings/notifications");
    expect(await asker.getByRole("combobox").count()).toBe(3);
  });

  test("the profile page saves a name, reports a conflicting change and links to the settings", async () => {
    const page = await pageOf(await aRequester(server.db, { name: "Eve" }), "/");
    await page.getByLabel("Account: Eve").click();
    await page.getByRole("link", { name: "Your profile" }).click();
    await page.getByRole("heading", { level: 1, name: "Your profile" }).waitFor();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Eve Other");
    await server.db.updateTable("user").set({ name: "Eva" }).where("name", "=", "Eve").execute();
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("It's now “Eva”.").first().waitFor();
    expect(await name.inputValue()).toBe("Eve Other");
    await page.getByRole("button", { name: "Save profile" }).click();
    await message(page, "Profile saved").waitFor();
    await page.getByLabel("Account: Eve Other").waitFor();
    expect(await page.getByRole("link", { name: "Availability" }).count()).toBe(0);
    await page.getByRole("main").getByRole("link", { name: "Notification settings" }).click();
    await page.getByLabel("Your request is resolved").waitFor();
  });
});
