import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openForm } from "../support/composer";
import { openDesk } from "../support/desk";
import { anAgent, aTask } from "../support/factories";
import { SAVED, saveFields } from "../support/task-fields";

/* Two agents work on one task at the same time, each in their own browser. */
describe.each(JAVASCRIPT_MODES)("domain B12: two agents at once, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, stalePageOf } = openDesk({ engine, javaScriptEnabled });

  /** Opens the same new task for Ada and Bob before either of them does anything. */
  async function adaAndBob(task: Parameters<typeof aTask>[1] = {}) {
    const [ada, bob] = [await anAgent(server.db, { name: "Ada" }), await anAgent(server.db, { name: "Bob" })];
    const { id } = await aTask(server.db, task);
    const pages = [await stalePageOf(ada), await stalePageOf(bob)] as const;
    for (const page of pages) await page.goto(`/tasks/${id}`);
    return { id, ada: pages[0], bob: pages[1] };
  }

  const fields = (page: Page) => page.getByRole("form", { name: "Task" });
  const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
  const history = (page: Page) => page.getByRole("region", { name: "History" });
  const reply = (page: Page) => page.getByRole("form", { name: "Reply" });
  const save = saveFields;
  /** A toast, or the line that replaces it without scripts. */
  const message = (page: Page, text: string | RegExp) =>
    page.locator("[data-type]", { hasText: text }).and(page.locator(".toast, .flash-line"));
  const row = (id: number) => server.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  test("changes to different fields are both kept, and both in the history (B18.3)", async () => {
    const { id, ada, bob } = await adaAndBob();
    await fields(ada).getByLabel("Priority").selectOption("High");
    await save(ada);
    await message(ada, SAVED).waitFor();
    await fields(bob).getByLabel("Title").fill("Printer in ashes");
    await save(bob);
    await message(bob, SAVED).waitFor();

    expect(await row(id)).toMatchObject({ priority: 3, title: "Printer in ashes", version: 3 });
    expect(await fields(bob).getByLabel("Priority").inputValue()).toBe("high");
    await history(bob).getByRole("listitem").filter({ hasText: "Ada changed Priority from Normal to High" }).waitFor();
    await history(bob).getByRole("listitem").filter({ hasText: "Bob changed Title" }).waitFor();
  });

  test("a checklist takes every added item, even if a removal leaves its length the same", async () => {
    const { id, ada, bob } = await adaAndBob();
    const list = (page: Page) => page.getByRole("region", { name: "Checklist" });
    const steps = (page: Page) => list(page).locator(".checklist-text");
    const add = async (page: Page, text: string) => {
      await list(page).getByLabel("New item").fill(text);
      await list(page).getByRole("button", { name: "Add item" }).click();
      await steps(page).getByText(text, { exact: true }).waitFor();
    };
    await add(ada, "Call");
    await bob.reload();
    await list(ada).getByText("Edit “Call”").click();
    await list(ada).getByRole("button", { name: "Remove" }).click();
    await steps(ada).waitFor({ state: "detached" });

    await add(bob, "Order"); // replaces the item that Ada has removed: still one
    await add(bob, "Build in");
    expect(await steps(bob).allTextContents()).toEqual(["Order", "Build in"]);
    const items = server.db.selectFrom("checklist_item").select("text").where("task_id", "=", id);
    expect(await items.orderBy("position").execute()).toEqual([{ text: "Order" }, { text: "Build in" }]);
  });

  test("for the same fields, the second agent sees both values of each and keeps their own text", async () => {
    const { id, ada, bob } = await adaAndBob();
    await fields(ada).getByLabel("Priority").selectOption("High");
    await fields(ada).getByLabel("Title").fill("Ada's title");
    await save(ada);
    await message(ada, SAVED).waitFor();

    await expect.poll(() => row(id)).toMatchObject({ priority: 3, title: "Ada's title" });
    const { version } = await row(id);
    // With scripts each field is saved by itself.
    if (!javaScriptEnabled) await fields(bob).getByLabel("Priority").selectOption("Low");
    await fields(bob).getByLabel("Title").fill("Bob's title");
    if (!javaScriptEnabled) await fields(bob).getByLabel("Tags").fill("bob");
    await save(bob);
    await bob.getByRole("alert").getByText("Someone else changed this task. Nothing is saved yet.").waitFor();
    expect(await row(id)).toMatchObject({ title: "Ada's title", version });
    const question = bob.getByRole("group", { name: "Conflicting changes" });
    if (javaScriptEnabled) await question.and(bob.locator(":focus")).waitFor();
    if (javaScriptEnabled) await fields(bob).getByLabel("Tags").fill("bob"); // saved with the answer
    expect(await fields(bob).getByLabel("Tags").inputValue()).toBe("bob");
    const title = bob.getByRole("group", { name: /^Title: Ada changed this too/ });
    const priority = bob.getByRole("group", { name: /^Priority: Ada changed this too/ });
    expect(await title.getByRole("radio", { name: "Use mine: Bob's title" }).isChecked()).toBe(true);
    await title.getByRole("radio", { name: "Keep theirs: Ada's title" }).check();
    // A field beside its question could contradict the answer.
    expect(await fields(bob).getByRole("textbox", { name: "Title" }).count()).toBe(0);
    if (!javaScriptEnabled) {
      expect(await fields(bob).getByRole("combobox", { name: "Priority" }).count()).toBe(0);
      expect(await priority.getByRole("radio", { name: "Use mine: Low" }).isChecked()).toBe(true);
      await priority.getByRole("radio", { name: "Keep theirs: High" }).waitFor();
    }
    await save(bob);
    await message(bob, SAVED).waitFor();

    const chosen = { title: "Ada's title", priority: javaScriptEnabled ? 3 : 1 };
    expect(await row(id)).toMatchObject({ ...chosen, version: version + 1 });
    expect(await fields(bob).getByRole("textbox", { name: "Title" }).inputValue()).toBe("Ada's title");
    expect(await fields(bob).getByLabel("Tags").inputValue()).toBe("bob");
    expect(await question.count()).toBe(0);
  });

  test("when both reply, the second is held once, sees the first reply, and sends anyway", async () => {
    const { id, ada, bob } = await adaAndBob();
    await reply(ada).getByRole("textbox").fill("Ada is on her way.");
    await reply(bob).getByRole("textbox").fill("Have you tried water?");
    await reply(ada).getByRole("button", { name: "Send reply" }).click();
    await conversation(ada).getByText("Ada is on her way.").waitFor();

    await reply(bob).getByRole("button", { name: "Send reply" }).click();
    await reply(bob).getByText("A new message arrived above").waitFor();
    await conversation(bob).getByText("Ada is on her way.").waitFor();
    expect(await reply(bob).getByRole("textbox").inputValue()).toBe("Have you tried water?");
    await reply(bob).getByRole("textbox").fill("I bring water.");
    if (javaScriptEnabled) {
      // Another form may be sent first without leaving the page: the reply's notice stays.
      await bob.getByRole("button", { name: "Watch", exact: true }).click();
      await openForm(bob, "Internal note");
      await bob.getByRole("form", { name: "Note" }).getByRole("textbox").fill("She has it already");
      await bob.getByRole("button", { name: "Add note" }).click();
      await bob.getByText("Note added").waitFor();
    }
    await openForm(bob, "Reply");
    await reply(bob).getByRole("button", { name: "Send anyway" }).click();
    await conversation(bob).getByText("I bring water.").waitFor();
    const said = await server.db
      .selectFrom("message")
      .select("body")
      .where("task_id", "=", id)
      .where("kind", "=", "public")
      .orderBy("id")
      .execute();
    expect(said.map(({ body }) => body)).toEqual(["It burns.", "Ada is on her way.", "I bring water."]);
  });

  test.runIf(javaScriptEnabled)(
    "a message that arrives while an agent writes is announced before sending and moves nothing",
    async () => {
      const { ada, bob } = await adaAndBob();
      // With a saved draft, a page that gets the focus again shows its current state.
      await bob.route("**/api/drafts", (route) => route.abort());
      const text = reply(bob).getByRole("textbox");
      await text.fill("Have you tried water?");
      const place = await text.boundingBox();
      await reply(ada).getByRole("textbox").fill("Ada is on her way.");
      await reply(ada).getByRole("button", { name: "Send reply" }).click();
      await conversation(ada).getByText("Ada is on her way.").waitFor();

      const news = reply(bob).getByRole("status").getByRole("link", { name: "Show new message" });
      // The page polls every 15 seconds, and when it becomes visible.
      const back = () => bob.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect.poll(() => back().then(() => news.count()), { interval: 500, timeout: 15_000 }).toBe(1);
      expect(await text.boundingBox()).toEqual(place);
      await text.and(bob.locator(":focus")).waitFor();

      await news.click();
      await conversation(bob).getByText("Ada is on her way.").waitFor();
      await news.waitFor({ state: "detached" });
      expect(await text.inputValue()).toBe("Have you tried water?");
      await reply(bob).getByRole("button", { name: "Send reply" }).click(); // the message was read, so nothing is held
      await conversation(bob).getByText("Have you tried water?").waitFor();
    },
  );

  test("when both take the task, it stays with the first and the second sees a message", async () => {
    const { ada, bob } = await adaAndBob();
    await ada.getByRole("button", { name: "Assign to me" }).click();
    await message(ada, "Task assigned to you").waitFor();
    await bob.getByRole("button", { name: "Assign to me" }).click();
    await message(bob, "This task is already assigned to another agent.").waitFor();
    await history(bob).getByText("Ada set Assignee to Ada").waitFor();
    expect(await bob.getByRole("button", { name: "Assign to me" }).count()).toBe(0);
  });

  test("a change by a button outside the form updates the form's fields and causes no conflict", async () => {
    const { id, ada } = await adaAndBob();
    const status = fields(ada).getByLabel("Status", { exact: true });
    await ada.getByRole("button", { name: "Assign to me" }).click();
    await message(ada, "Task assigned to you").waitFor();
    await status.getByRole("option", { name: "New", exact: true }).waitFor({ state: "detached" });
    expect(await status.inputValue()).toBe("in_progress");
    await status.selectOption("On hold");
    await save(ada);
    await message(ada, SAVED).waitFor();
    expect(await row(id)).toMatchObject({ status: "on_hold" });

    await fields(ada).getByLabel("Another day").fill("9998-05-06");
    await save(ada);
    await ada.locator(".task-line").getByText("snoozed until 6 May 9998").waitFor();
    await status.selectOption("In progress");
    await save(ada);
    await ada.locator(".task-line").getByText("snoozed until").waitFor({ state: "detached" });
    await history(ada).getByRole("button", { name: "Undo Status, Snoozed until" }).click();
    await message(ada, "Undone: Status, Snoozed until.").waitFor();
    await ada.locator(".task-line").getByText("snoozed until 6 May 9998").waitFor();
    expect(await fields(ada).getByLabel("Snoozed until").inputValue()).toBe("9998-05-06");
    await status.selectOption("Waiting for requester");
    await save(ada);
    await message(ada, SAVED).last().waitFor();
    await ada.locator(".task-line .status").getByText("Waiting for requester").waitFor();
    // The page shows the status optimistically.
    await expect
      .poll(() => row(id))
      .toMatchObject({ status: "waiting_requester", snoozed_until: Date.UTC(9998, 4, 6, 8) });
  });

  test("a chosen status stays chosen when another agent's change takes it from the list", async () => {
    const { ada, bob } = await adaAndBob();
    const status = fields(bob).getByLabel("Status", { exact: true });
    await bob.route(/\/tasks\/\d+\.data/, (route) => route.abort()); // with scripts it would be saved at once
    await status.selectOption("On hold");
    if (javaScriptEnabled) await message(bob, "The server couldn't be reached.").waitFor();
    await bob.unroute(/\/tasks\/\d+\.data/);
    await fields(ada).getByLabel("Status", { exact: true }).selectOption("Resolved");
    await save(ada);
    await message(ada, SAVED).waitFor();
    await bob.getByLabel("New item").fill("Look again");
    await bob.getByRole("button", { name: "Add item" }).click();
    await bob.locator(".task-line .status").getByText("Resolved").waitFor();
    // Without scripts, submitting another form resets this one.
    expect(await status.inputValue()).toBe(javaScriptEnabled ? "on_hold" : "resolved");
  });

  test("an agent undoes a misclick from the message about it", async () => {
    const { id, ada } = await adaAndBob({ status: "in_progress" });
    await fields(ada).getByLabel("Status", { exact: true }).selectOption("Resolved");
    await save(ada);
    await message(ada, SAVED).getByRole("button", { name: "Undo" }).click();
    await message(ada, "Undone: Status.").waitFor();
    expect(await fields(ada).getByLabel("Status", { exact: true }).inputValue()).toBe("in_progress");
    expect(await row(id)).toMatchObject({ status: "in_progress", reopen_count: 0, resolved_at: null });
    await history(ada).getByText("undid their own change").waitFor();
    await history(ada).getByText("(undone by Ada)").waitFor();
  });

  test.runIf(javaScriptEnabled)(
    "undoing a field that the other agent has changed since keeps and names their value",
    async () => {
      const { id, ada, bob } = await adaAndBob();
      await fields(ada).getByLabel("Priority").selectOption("High");
      await message(ada, SAVED).waitFor();
      await bob.reload();
      await fields(bob).getByLabel("Priority").selectOption("Urgent");
      await message(bob, SAVED).waitFor();

      const mine = history(ada).getByRole("listitem").filter({ hasText: "Normal to High" });
      await mine.getByRole("button", { name: "Undo Priority" }).click();
      await message(ada, "Priority has changed since then and stays Urgent.").waitFor();
      expect(await row(id)).toMatchObject({ priority: 4, version: 3 });
      await expect.poll(() => fields(ada).getByLabel("Priority").inputValue()).toBe("urgent");
    },
  );

  // With scripts each field is a change of its own.
  test.runIf(!javaScriptEnabled)(
    "undoing a change reverts the agent's own fields, and keeps and names the other's (B18.13)",
    async () => {
      const { id, ada, bob } = await adaAndBob();
      await fields(ada).getByLabel("Priority").selectOption("High");
      await fields(ada).getByLabel("Tags").fill("fire");
      await save(ada);
      await message(ada, SAVED).waitFor();
      await bob.reload();
      await fields(bob).getByLabel("Priority").selectOption("Urgent");
      await save(bob);
      await message(bob, SAVED).waitFor();

      const mine = history(ada).getByRole("listitem").filter({ hasText: "Normal to High" });
      await mine.getByRole("button", { name: "Undo Priority, Tags" }).click();
      await message(ada, "Undone: Tags. Priority has changed since then and stays Urgent.").waitFor();
      expect(await row(id)).toMatchObject({ priority: 4, version: 4 });
      expect(await fields(ada).getByLabel("Tags").inputValue()).toBe("");
      expect(await fields(ada).getByLabel("Priority").inputValue()).toBe("urgent");
      await history(ada).getByText("removed fire from Tags").waitFor();
      await history(ada).getByText("changed Priority from High to Urgent").waitFor();
      expect(
        await history(bob)
          .getByRole("button", { name: /^Undo Priority, Tags/ })
          .count(),
      ).toBe(0); // it isn't his change
    },
  );
});
