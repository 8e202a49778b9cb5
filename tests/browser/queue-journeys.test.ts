import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote, replyToTask } from "~/features/tasks/task-reply.server";
import { WAYS } from "../support/browser";
import { openDesk } from "../support/desk";
import { aKey, anAgent, aRequester, aTask } from "../support/factories";

/* Working the queue: what is new, what waits for whom, and finding what to do next. */
describe.each(WAYS)("the queue, $way on $engine (A7, A19, B9)", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  const row = (page: Page, title: string) =>
    page.getByRole("table", { name: "Tasks" }).getByRole("row").filter({ hasText: title });
  const mark = (page: Page, title: string, pressed: boolean) =>
    row(page, title).getByRole("button", { name: "Unread", pressed });

  test("a task is unread until it is opened, and again when somebody says so or writes", async () => {
    const [ada, ben] = [await anAgent(server.db), await anAgent(server.db)];
    const { id } = await aTask(server.db, { title: "The bell is silent" });
    await addNote(server.db, ben, id, { body: "I rang it.", requestKey: aKey() }, Date.now());

    const page = await pageOf(ada, "/tasks");
    await mark(page, "The bell is silent", true).waitFor();
    await page.getByRole("link", { name: "The bell is silent" }).click();
    await page.getByText("I rang it.").first().waitFor();
    // With scripts the page may have come in advance, and says by itself that it is looked at.
    const unread = () => server.db.selectFrom("task_seen").selectAll().where("user_id", "=", ada.id).executeTakeFirst();
    await expect.poll(unread).toMatchObject({ task_id: id });
    await page.goto("/tasks");
    await mark(page, "The bell is silent", false).waitFor();

    await mark(page, "The bell is silent", false).click();
    await mark(page, "The bell is silent", true).waitFor();
    await mark(page, "The bell is silent", true).click();
    await mark(page, "The bell is silent", false).waitFor();

    await page.goto(`/tasks/${id}`);
    await page.getByRole("button", { name: "Mark unread" }).click();
    await page.waitForURL("**/tasks");
    await mark(page, "The bell is silent", true).waitFor();
    await page.goto("/tasks?q=is:unread+sort:created");
    await mark(page, "The bell is silent", true).waitFor();
  });

  test("a requester's request is unread once it was answered, not once it was noted", async () => {
    const [ada, rita] = [await anAgent(server.db), await aRequester(server.db)];
    const { id } = await aTask(server.db, { requester: rita, title: "The tap drips", at: Date.now() });
    await addNote(server.db, ada, id, { body: "Not for her.", requestKey: aKey() }, Date.now());
    await server.db
      .insertInto("task_seen")
      .values({ user_id: rita.id, task_id: id, seen_until: Date.now(), viewed_at: 1 })
      .execute();
    const page = await pageOf(rita, "/tasks");
    await mark(page, "The tap drips", false).waitFor();
    await replyToTask(server.db, ada, id, { body: "A plumber comes.", requestKey: aKey() }, Date.now() + 1);
    await page.reload();
    await mark(page, "The tap drips", true).waitFor();
  });

  // What is only fetched in advance is not looked at.
  test.runIf(javaScriptEnabled)("data that was loaded in advance leave a task unread", async () => {
    const [ada, ben] = [await anAgent(server.db), await anAgent(server.db)];
    const { id } = await aTask(server.db, { title: "The gate squeaks" });
    await addNote(server.db, ben, id, { body: "Oil.", requestKey: aKey() }, Date.now());
    const page = await pageOf(ada, "/tasks");
    const [payload] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith(`/tasks/${id}/_payload.json`)),
      page.getByRole("link", { name: "The gate squeaks" }).hover(),
    ]);
    expect(payload.status()).toBe(200);
    expect(await server.db.selectFrom("task_seen").selectAll().where("task_id", "=", id).execute()).toEqual([]);
    const [told] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith(`/tasks/${id}/seen`)),
      page.getByRole("link", { name: "The gate squeaks" }).click(),
    ]);
    expect(told.status()).toBe(204);
  });
});
