import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { openForm } from "../support/composer";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask, NOON } from "../support/factories";
import { SAVED, saveFields } from "../support/task-fields";

describe("optimistic updates", () => {
  const { server, pageOf } = openDesk({ viewport: { width: 1280, height: 800 } });
  let ada: Viewer;
  beforeAll(async () => {
    ada = await anAgent(server.db, { name: "Ada" });
  });

  async function aPage(path: string) {
    const page = await pageOf(ada, path);
    await waitForScripts(page);
    return page;
  }

  /** Holds every POST until the returned function is called; `false` aborts it, as when offline. */
  async function held(page: Page) {
    let answer = (_: boolean) => {};
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    await page.route("**/*", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      if (await answered) await route.continue();
      else await route.abort();
    });
    return (reaches: boolean) => answer(reaches);
  }

  const toast = (page: Page, text: string | RegExp) =>
    page.getByRole("region", { name: "Notifications" }).getByRole("status").filter({ hasText: text });
  const unsent = (page: Page) => toast(page, "The server couldn't be reached.").waitFor();
  const head = (page: Page) => page.locator(".task-head");
  const fields = (page: Page) => page.getByRole("form", { name: "Task" });

  test("a task's new title shows before it's saved; a failed save rolls back and keeps the input", async () => {
    const { id } = await aTask(server.db, { title: "The lift hums", tags: ["lift"] });
    const page = await aPage(`/tasks/${id}`);
    const answer = await held(page);
    await fields(page).getByLabel("Title").fill("The lift sings");
    await saveFields(page);
    await page.getByRole("heading", { level: 1, name: "The lift sings" }).waitFor();
    await fields(page).getByLabel("Status").selectOption({ label: "On hold" });
    await fields(page).getByLabel("Tags").fill("lift, Noise");
    await saveFields(page);

    answer(false);
    await unsent(page);
    await page.getByRole("heading", { level: 1, name: "The lift hums" }).waitFor();
    expect(await head(page).getByRole("link", { name: "noise" }).count()).toBe(0);
    expect(await head(page).getByText("On hold", { exact: true }).count()).toBe(0);
    expect(await fields(page).getByLabel("Tags").inputValue()).toBe("lift, Noise");
    expect(await fields(page).getByLabel("Title").inputValue()).toBe("The lift sings");
    await page.unrouteAll();
    await saveFields(page);
    await toast(page, SAVED).waitFor();
    await head(page).getByText("On hold", { exact: true }).waitFor();
  });

  test("a new status shows before it's saved; a failed save rolls it back and keeps the choice", async () => {
    const { id } = await aTask(server.db, { title: "The pump leaks" });
    const page = await aPage(`/tasks/${id}`);
    const answer = await held(page);
    await fields(page).getByLabel("Status").selectOption({ label: "On hold" });
    await head(page).getByText("On hold", { exact: true }).waitFor();
    answer(false);
    await unsent(page);
    await head(page).getByText("New", { exact: true }).waitFor();
    expect(await fields(page).getByLabel("Status").inputValue()).toBe("on_hold");
    await page.unrouteAll();
    await saveFields(page);
    await toast(page, SAVED).waitFor();
    await head(page).getByText("On hold", { exact: true }).waitFor();
  });

  test("a status sent with a reply also shows in the fields; a failed send rolls it back", async () => {
    const { id } = await aTask(server.db, { title: "The crane squeaks" });
    const page = await aPage(`/tasks/${id}`);
    const answer = await held(page);
    await page.getByLabel("Your reply").fill("Which one?");
    await page.getByLabel("Status after the reply").selectOption({ label: "Waiting for requester" });
    await page.getByRole("button", { name: "Send reply" }).click();
    await head(page).getByText("Waiting for requester", { exact: true }).waitFor();
    const status = () =>
      fields(page)
        .getByLabel("Status")
        .evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text);
    await expect.poll(status).toBe("Waiting for requester");
    answer(false);
    await unsent(page);
    await expect.poll(status).toBe("New");
    await head(page).getByText("New", { exact: true }).waitFor();
    expect(await page.getByLabel("Your reply").inputValue()).toBe("Which one?");
  });

  test("choices made during a save stay and go out with the next save", async () => {
    const { id } = await aTask(server.db, { title: "The lamp flickers", tags: ["lamp"] });
    const page = await aPage(`/tasks/${id}`);
    const answer = await held(page);
    await fields(page).getByLabel("Tags").fill("lamp, noise");
    await saveFields(page);
    await head(page).getByRole("link", { name: "noise" }).waitFor();
    await fields(page).getByLabel("Status").selectOption({ label: "On hold" });
    await fields(page).getByLabel("Title").fill("The lamp flickers at night");
    await fields(page).getByLabel("Confidential").check();
    answer(true);
    const chosen = async () => [
      await fields(page).getByLabel("Tags").inputValue(),
      await fields(page).getByLabel("Status").inputValue(),
      await fields(page).getByLabel("Title").inputValue(),
      await fields(page).getByLabel("Confidential").isChecked(),
    ];
    await expect.poll(() => fields(page).locator("[name=was_tags]").inputValue()).toBe("lamp, noise");
    await expect.poll(chosen).toEqual(["lamp, noise", "on_hold", "The lamp flickers at night", true]);
    await page.unrouteAll();
    await saveFields(page);
    await page.getByRole("heading", { level: 1, name: "The lamp flickers at night" }).waitFor();
    await head(page).getByText("Confidential").waitFor();
    await page.reload();
    expect(await chosen()).toEqual(["lamp, noise", "on_hold", "The lamp flickers at night", true]);
  });

  test.each([
    ["Reply", "Send reply"],
    ["Internal note", "Add note"],
  ])("the %s form keeps text typed during a send for the next message, then clears it", async (name, button) => {
    const { id } = await aTask(server.db);
    const page = await aPage(`/tasks/${id}`);
    const answer = await held(page);
    const form = page.getByRole("form", { name, exact: true });
    await openForm(page, name);
    await form.getByRole("textbox").fill("We look into it.");
    await form.getByRole("button", { name: button }).click();
    await form.getByRole("textbox").fill("And at the lamp");
    answer(true);
    const conversation = page.getByRole("region", { name: "Conversation" });
    await conversation.getByText("We look into it.").waitFor();
    await expect.poll(() => form.getByRole("textbox").inputValue()).toBe("And at the lamp");
    await page.unrouteAll();
    await form.getByRole("button", { name: button }).click();
    await conversation.getByText("And at the lamp").waitFor();
    await expect.poll(() => form.getByRole("textbox").inputValue()).toBe("");
  });

  test("a new assignee shows before it's saved; a failed save rolls back and keeps typed text", async () => {
    const { id } = await aTask(server.db);
    const page = await aPage(`/tasks/${id}`);
    const take = page.getByRole("button", { name: "Assign to me" });
    await page.getByLabel("Your reply").fill("I am on my way");
    const answer = await held(page);
    await take.click();
    await expect.poll(() => take.count()).toBe(0);
    await expect.poll(() => fields(page).getByLabel("Assignee").inputValue()).toBe("Ada");

    answer(false);
    await unsent(page);
    await take.waitFor();
    await expect.poll(() => fields(page).getByLabel("Assignee").inputValue()).not.toBe("Ada");
    expect(await page.getByLabel("Your reply").inputValue()).toBe("I am on my way");
    expect(new URL(page.url()).pathname).toBe(`/tasks/${id}`);
    await page.unrouteAll();
    await take.click();
    await toast(page, "Task assigned to you").waitFor();
  });

  test("taking a task that another agent took first says so and shows that agent", async () => {
    const bob = await anAgent(server.db, { name: "Bob" });
    const { id } = await aTask(server.db);
    const page = await aPage(`/tasks/${id}`);
    const answer = await held(page);
    await page.getByRole("button", { name: "Assign to me" }).click();
    await server.db.updateTable("task").set({ assignee_id: bob.id }).where("id", "=", id).execute();
    answer(true);
    await toast(page, "This task is already assigned to another agent.").waitFor();
    await page.getByRole("button", { name: "Take over from Bob" }).waitFor();
    await expect.poll(() => fields(page).getByLabel("Assignee").inputValue()).toBe("Bob");
  });

  test("marking a row as read shows before it's saved and rolls back when that fails", async () => {
    const { id } = await aTask(server.db, { title: "Read me", tags: ["news"], at: NOON + 60_000 });
    const page = await aPage("/tasks?tag=news");
    const row = page.getByRole("row").filter({ hasText: `#${id}` });
    const mark = row.getByRole("button", { name: "Unread" });
    await mark.waitFor();
    const answer = await held(page);
    await mark.click();
    await expect.poll(() => mark.count()).toBe(0);
    answer(false);
    await unsent(page);
    await mark.waitFor();
    await page.unrouteAll();
    await mark.click();
    await expect.poll(() => mark.count()).toBe(0);
  });

  test("marking notifications as read shows before it's saved and rolls back when that fails", async () => {
    const [bob, carl] = [await anAgent(server.db, { name: "Bob" }), await anAgent(server.db, { name: "Carl" })];
    const theirs = await aTask(server.db, { title: "For Carl" });
    const his = await pageOf(bob, `/tasks/${theirs.id}`);
    await openForm(his, "Internal note");
    await his.getByLabel("Your note").fill(`Have a look, @Carl`);
    await fields(his).getByLabel("Assignee").fill("Carl");
    await his.getByRole("option", { name: "Carl" }).click();
    await saveFields(his);
    await toast(his, SAVED).waitFor();

    const page = await pageOf(carl, "/notifications");
    await waitForScripts(page);
    const marks = page.getByRole("main").getByRole("button", { name: "Unread" });
    await marks.first().waitFor();
    const answer = await held(page);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect.poll(() => marks.count()).toBe(0);
    answer(false);
    await unsent(page);
    await marks.first().waitFor();
  });
});
