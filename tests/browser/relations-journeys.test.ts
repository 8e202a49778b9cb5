import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { aKey, anAdmin, anAgent, aRequester, aTask } from "../support/factories";
import { saveFields } from "../support/task-fields";

describe.each(JAVASCRIPT_MODES)("related tasks, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf, stalePageOf } = openDesk({ engine, javaScriptEnabled });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  const history = (page: Page) => page.getByRole("region", { name: "History" });
  const related = (page: Page) => page.getByRole("region", { name: "Related tasks" });

  test("are linked by number and described correctly at both ends", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const [{ id: one }, { id: two }] = [
      await aTask(server.db, { title: "Printer burns" }),
      await aTask(server.db, { title: "Fuse is missing" }),
    ];
    const page = await pageOf(ada, `/tasks/${one}`);
    await related(page).getByRole("link", { name: "Link to other tasks" }).click();
    const form = page.getByRole("form", { name: "Add a link" });
    await form.getByLabel("Link type").selectOption("blocked by");
    await form.getByLabel("Task number").fill(`#${one}`);
    await form.getByRole("button", { name: "Add link" }).click();
    await page.getByText("A task can't be linked to itself. Choose another task.").first().waitFor();
    await form.getByLabel("Task number").fill(String(two));
    await form.getByRole("button", { name: "Add link" }).click();
    await page.getByText("blocked by Fuse is missing").waitFor();

    await page.goto(`/tasks/${two}`);
    await related(page).getByText("blocks Printer burns").waitFor();
    await history(page).getByText(`added a link: blocks #${one}`).waitFor();
    await related(page).getByRole("link", { name: "Link to other tasks" }).click();
    await page.getByRole("button", { name: `Remove the link to #${one}` }).click();
    await page.locator(".toast, .flash-line", { hasText: "Link removed" }).first().waitFor();
    await page.goto(`/tasks/${one}`);
    expect(await related(page).getByText("Fuse is missing").count()).toBe(0);
  });

  test("an agent adds a sub-task, then replies to and resolves all sub-tasks together", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const rita = await aRequester(server.db, { name: "Rita" });
    const { id: parent } = await aTask(server.db, { title: "Power cut", requester: rita, type: "request" });
    const page = await pageOf(ada, `/tasks/${parent}`);
    await related(page).getByRole("link", { name: "New sub-task" }).click();
    await page.getByText(`This becomes a sub-task of #${parent}`).waitFor();
    expect(await page.getByLabel("Requester").inputValue()).toContain("Rita");
    expect(await page.getByLabel("Type").inputValue()).toBe("request");
    await page.getByLabel("Title").fill("Call the electrician");
    await page.getByLabel("Description").fill("Today.");
    await page.getByLabel("Tags").fill("!!!"); // refused: the parent stays
    await page.getByRole("button", { name: "Create task" }).click();
    await page
      .getByText(/!!!.* can.t be a tag/)
      .first()
      .waitFor();
    await page.getByLabel("Tags").fill("");
    await page.getByRole("button", { name: "Create task" }).click();
    await heading(page, "Call the electrician").waitFor();
    await related(page).getByText("Sub-task of Power cut").waitFor();

    await related(page).getByRole("link", { name: "Power cut" }).click();
    await related(page).getByText("0 of 1 sub-task done").waitFor();
    await related(page).getByRole("link", { name: "Reply to or resolve sub-tasks together" }).click();
    await heading(page, `Sub-tasks of #${parent}`).waitFor();
    await page.getByLabel("Your reply").fill("The power is back.");
    await page.getByRole("button", { name: "Send to selected" }).click();
    await heading(page, "Power cut").waitFor();
    await page
      .getByText(/^(Sending your reply to|Reply sent:) 1 sub-task/)
      .first()
      .waitFor();
    await page.goto(`/tasks/${parent}/children`);
    await page.getByLabel("Your reply").fill("And the heating.");
    await page.getByRole("button", { name: "Resolve selected" }).click();
    await page.getByText("Resolving doesn't send the reply you wrote.").waitFor();
    expect(await page.getByLabel("Your reply").inputValue()).toBe("And the heating.");
    await page.getByRole("button", { name: "Resolve selected" }).click();
    await heading(page, "Power cut").waitFor();
    await expect.poll(() => page.locator("body").innerText()).toContain("Resolved: 1 sub-task");
    await related(page).getByText("1 of 1 sub-task done").waitFor();
    const child = await server.db
      .selectFrom("task")
      .select("id")
      .where("parent_id", "=", parent)
      .executeTakeFirstOrThrow();
    const said = await server.db.selectFrom("message").select("body").where("task_id", "=", child.id).execute();
    expect(said.map(({ body }) => body)).toEqual(["Today.", "The power is back."]);
  });

  test.runIf(javaScriptEnabled)("a reply to all sub-tasks survives a reload until it's sent", async () => {
    const ada = await anAgent(server.db);
    const { id: parent } = await aTask(server.db);
    const children = [await aTask(server.db, { title: "Call" }), await aTask(server.db, { title: "Wait" })];
    for (const { id } of children)
      await server.db.updateTable("task").set({ parent_id: parent }).where("id", "=", id).execute();
    const page = await pageOf(ada, `/tasks/${parent}/children`);
    const answer = page.getByLabel("Your reply");
    await page.getByRole("checkbox", { name: "Wait" }).uncheck();
    await page.getByLabel("Status after the reply").selectOption("keep");
    await answer.fill("The power is back.");
    const { id: later } = await aTask(server.db, { title: "Come" });
    await server.db.updateTable("task").set({ parent_id: parent }).where("id", "=", later).execute();
    await page.reload();
    await page.getByText("Restored your draft from this browser.").waitFor();
    expect(await page.getByRole("checkbox", { name: "Come" }).isChecked()).toBe(true);
    expect(await answer.inputValue()).toBe("The power is back.");
    expect(await page.getByLabel("Status after the reply").inputValue()).toBe("keep");
    expect(await page.getByRole("checkbox", { name: "Call" }).isChecked()).toBe(true);
    expect(await page.getByRole("checkbox", { name: "Wait" }).isChecked()).toBe(false);

    await page.getByRole("button", { name: "Send to selected" }).click();
    await page.waitForURL(`**/tasks/${parent}`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("app:writing"))).toBeNull();
  });

  test("an agent merges two tasks, a stale page's reply arrives, and an admin unmerges them", async () => {
    const [ada, root] = [await anAgent(server.db, { name: "Ada" }), await anAdmin(server.db, { name: "Root" })];
    const [rita, otto] = [await aRequester(server.db, { name: "Rita" }), await aRequester(server.db, { name: "Otto" })];
    const { id: source } = await aTask(server.db, { title: "It burns", requester: rita, body: "From Rita." });
    const { id: target } = await aTask(server.db, { title: "Printer on fire", requester: otto, body: "From Otto." });
    await addNote(server.db, ada, source, { body: "Zebra.", requestKey: aKey() }, Date.now());
    const hers = await stalePageOf(rita, `/tasks/${source}`);
    const stale = await stalePageOf(ada, `/tasks/${source}`);

    const page = await pageOf(ada, `/tasks/${source}`);
    await related(page).getByRole("link", { name: "Merge" }).click();
    await page.getByLabel(`Merge #${source} into`).fill("999999");
    await page.getByRole("button", { name: "Compare tasks" }).click();
    await page.getByText("Task #999999 doesn't exist or you can't access it.").first().waitFor();
    await page.getByLabel(`Merge #${source} into`).fill(`#${target}`);
    await page.getByRole("button", { name: "Compare tasks" }).click();
    await page
      .getByRole("region", { name: `#${target}` })
      .getByText("Otto", { exact: true })
      .waitFor();
    await page.getByLabel(`Keep Rita (requester of #${source}) in copy`).check();
    await page.getByRole("button", { name: `Merge #${source} into #${target}` }).click();
    await heading(page, "Printer on fire").waitFor();
    await page.getByRole("region", { name: "Conversation" }).getByText("From Rita.").waitFor();
    await history(page).getByText(`merged #${source} into this`).waitFor();
    await history(page)
      .getByRole("link", { name: `#${source}`, exact: true })
      .click();
    await history(page).getByText(`merged this into #${target}`).waitFor();
    await history(page).getByText("added an internal note").waitFor();
    expect(await history(page).getByRole("button").count()).toBe(0);
    await heading(page, "Printer on fire").waitFor();
    await history(page)
      .getByRole("link", { name: `History of #${target}` })
      .click();
    await history(page).getByText(`merged #${source} into this`).waitFor();

    await hers.getByRole("form", { name: "Reply" }).getByRole("textbox").first().fill("Still burning.");
    await hers.getByRole("button", { name: "Send reply" }).click();
    await hers
      .getByText(/^The people who can read your reply changed while you were writing\. Your reply now goes to .*Otto/)
      .first()
      .waitFor();
    await hers.getByRole("button", { name: "Send anyway" }).click();
    await heading(hers, "Printer on fire").waitFor();
    await hers.getByRole("region", { name: "Conversation" }).getByText("Still burning.").waitFor();
    expect(await hers.content()).not.toContain("Zebra");
    await hers.goto(`/tasks/${source}`);
    expect(new URL(hers.url()).pathname).toBe(`/tasks/${target}`);

    await stale.getByLabel("Priority").selectOption("High");
    await saveFields(stale);
    await stale.getByText(`#${source} was merged into #${target}. Nothing was saved.`).first().waitFor();

    const theirs = await pageOf(root, `/tasks/${target}`);
    await theirs.getByRole("button", { name: `Unmerge #${source}` }).click();
    await history(theirs).getByText(`undid the merge of #${source}`).waitFor();
    const conversation = theirs.getByRole("region", { name: "Conversation" });
    await conversation.getByText("Still burning.").waitFor();
    expect(await conversation.getByText("From Rita.").count()).toBe(0);
    await theirs.goto(`/tasks/${source}`);
    await heading(theirs, "It burns").waitFor();
  });

  test("an agent splits a message into a new task, and the old task points to it", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: "Two things", body: "The mouse is dead, too." });
    const page = await pageOf(ada, `/tasks/${id}`);
    await related(page).getByRole("link", { name: "Split" }).click();
    await page.getByLabel("Title of the new task").fill("Dead mouse");
    await page.getByRole("button", { name: "Split into a new task" }).click();
    await page.getByText("Choose at least one message.").first().waitFor();
    expect(await page.getByLabel("Title of the new task").inputValue()).toBe("Dead mouse");
    await page.getByRole("checkbox", { name: /The mouse is dead/ }).check();
    await page.getByRole("button", { name: "Split into a new task" }).click();
    await heading(page, "Dead mouse").waitFor();
    await related(page).getByText("related to Two things").waitFor();
    await page.goto(`/tasks/${id}`);
    await page.getByRole("region", { name: "Conversation" }).getByText("Split into #").waitFor();
  });
});
