import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { moveToTrashOrSpam } from "~/features/trash/move-to-trash.server";
import type { Viewer } from "~/features/users/users";
import { saveView } from "~/features/views/views.server";
import { JAVASCRIPT_MODES } from "../support/browser";
import { holdRequests, openDesk } from "../support/desk";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask } from "../support/factories";

/* Working the queue: unread marks, filters, views, bulk changes, macros, export and trash. */
/** Texts of the column headers, without the label of the select-all checkbox. */
const headings = async (page: Page) =>
  (await page.getByRole("columnheader").allInnerTexts()).map((words) => words.split("\n").at(-1));

describe.each(JAVASCRIPT_MODES)("the queue, $mode on $engine (A7, A19, B9)", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  const row = (page: Page, title: string) =>
    page.getByRole("table", { name: "Tasks" }).getByRole("row").filter({ hasText: title });
  const mark = (page: Page, title: string) => row(page, title).getByRole("button", { name: "Unread" });
  async function noMark(page: Page, title: string) {
    await row(page, title).waitFor();
    await mark(page, title).waitFor({ state: "detached" });
  }

  test("a task is unread until an agent opens it, and again once they mark it as unread", async () => {
    const [ada, ben] = [await anAgent(server.db), await anAgent(server.db)];
    const { id } = await aTask(server.db, { title: "The bell is silent" });
    await addNote(server.db, ben, id, { body: "I rang it.", requestKey: aKey() }, Date.now());

    const page = await pageOf(ada, "/tasks");
    await mark(page, "The bell is silent").waitFor();
    await page.getByRole("link", { name: "The bell is silent" }).click();
    await page.getByText("I rang it.").first().waitFor();
    // With scripts the page may be prefetched, and reports by itself that it was viewed.
    const unread = () => server.db.selectFrom("task_seen").selectAll().where("user_id", "=", ada.id).executeTakeFirst();
    await expect.poll(unread).toMatchObject({ task_id: id });
    await page.goto("/tasks");
    await noMark(page, "The bell is silent");

    await page.goto(`/tasks/${id}`);
    await page.getByRole("button", { name: "Mark as unread" }).click();
    await page.waitForURL("**/tasks");
    await mark(page, "The bell is silent").waitFor();
    await page.goto("/tasks?q=is:unread+sort:created");
    await mark(page, "The bell is silent").waitFor();
    await page.goto("/tasks");
    await mark(page, "The bell is silent").click();
    await noMark(page, "The bell is silent");
  });

  test("a bulk change reports the result for each task and is undone as a whole", async () => {
    const ada = await anAdmin(server.db);
    const tags = ["ladder"];
    for (const title of ["Ladder one", "Ladder two", "Ladder three"]) await aTask(server.db, { title, tags });
    await aTask(server.db, { title: "Ladder four", tags, priority: "urgent" });
    const page = await pageOf(ada, "/tasks?tag=ladder");
    const box = (title: string) => row(page, title).getByRole("checkbox");
    await box("Ladder one").waitFor();
    if (javaScriptEnabled) {
      expect(await page.getByRole("button", { name: "Change tasks" }).isVisible()).toBe(false);
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await page.getByText("4 selected").waitFor();
      await page.getByRole("button", { name: "Clear selection" }).click();
      const titles = await page.getByRole("table", { name: "Tasks" }).locator(".row-link").allInnerTexts();
      await box(titles[0] ?? "").press("Space");
      await box(titles[2] ?? "").click({ modifiers: ["Shift"] });
      await page.getByText("3 selected").waitFor();
    }
    await page.goto("/tasks?tag=ladder");
    await box("Ladder one").check();
    await box("Ladder four").check();
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByLabel("All tasks in this list (4)").waitFor();
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByText("Choose what to change.").waitFor();
    expect(await page.getByRole("checkbox", { name: "Ladder four" }).isChecked()).toBe(true);
    await page.getByLabel("Priority").selectOption("Urgent");
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByText("1 task changed, 1 skipped").waitFor();
    await page.getByText("No change needed.").first().waitFor();

    await page.getByRole("link", { name: "Back to the list" }).click();
    // The select-all checkbox stands for the page, even without scripts.
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByRole("heading", { name: "Bulk change", exact: true }).waitFor(); // the list has a field Assignee, too
    await expect.poll(() => page.getByText("Separate tags with commas or spaces.").count()).toBe(2);
    await page.getByLabel("Assignee").selectOption("Me");
    await page.getByLabel("Add tags").fill("roof");
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByText("4 tasks changed").waitFor();
    const assigned = () => server.db.selectFrom("task").select("id").where("assignee_id", "=", ada.id).execute();
    expect(await assigned()).toHaveLength(4);
    await page.getByRole("button", { name: "Undo bulk change" }).click();
    await page.getByText("Undone in 4 tasks").waitFor();
    expect(await assigned()).toEqual([]);
  });

  test("an agent filters a list by assignee, and 'Save as view' takes over the query", async () => {
    const ada = await anAgent(server.db, { name: "Ada Winter" });
    const otto = await anAgent(server.db, { name: "Otto Kessler" });
    await aTask(server.db, { title: "The shutter sticks", assignee: otto });
    await aTask(server.db, { title: "The shutter squeaks", assignee: ada });
    await aTask(server.db, { title: "The shutter is open" });

    const page = await pageOf(ada, "/tasks");
    const assignee = page.getByLabel("Assignee", { exact: true });
    const query = page.getByRole("searchbox", { name: "Search tasks" });
    const narrowTo = async (name: string) => {
      await assignee.fill(name);
      await assignee.press("Enter");
    };
    if (javaScriptEnabled) {
      await assignee.pressSequentially("kess");
      await page.getByRole("option", { name: "Otto Kessler" }).click();
      await expect.poll(() => assignee.inputValue()).toBe("Otto Kessler");
      expect(await query.inputValue()).toBe(`assignee:${otto.email}`);
    } else await narrowTo("otto kessler");
    await row(page, "The shutter squeaks").waitFor({ state: "detached" });
    await row(page, "The shutter sticks").waitFor();
    await page.getByRole("link", { name: "Save as view" }).click();
    expect(await page.getByLabel("Query").inputValue()).toBe(
      javaScriptEnabled ? `assignee:${otto.email}` : 'assignee:"otto kessler"',
    );

    await page.goto("/tasks");
    await narrowTo("none");
    await row(page, "The shutter sticks").waitFor({ state: "detached" });
    await row(page, "The shutter is open").waitFor();
    await narrowTo("nobody of that name");
    await page.getByText("No one is called “nobody of that name”.").waitFor();
    expect(await assignee.inputValue()).toBe("nobody of that name");
  });

  test("an agent filters by a suggested requester and tag; unknown ones get a notice", async () => {
    const ada = await anAgent(server.db, { name: "Ada Winter" });
    const quirin = await aRequester(server.db, { name: "Quirin Blau" });
    await aTask(server.db, { title: "The anchor drags", requester: quirin, tags: ["anchor/chain"] });
    await aTask(server.db, { title: "The anchor holds", tags: ["anchor/rope"] });

    const page = await pageOf(ada, "/tasks");
    const requester = page
      .getByRole("textbox", { name: "Requester" })
      .or(page.getByRole("combobox", { name: "Requester" }));
    const tag = page.getByRole("textbox", { name: "Tag" }).or(page.getByRole("combobox", { name: "Tag" }));
    const filter = () => tag.press("Enter");
    if (javaScriptEnabled) {
      await requester.pressSequentially("quir");
      await page.getByRole("option", { name: `Quirin Blau ${quirin.email}` }).click();
      await expect.poll(() => requester.inputValue()).toBe("Quirin Blau");
      await tag.pressSequentially("anch");
      await page.getByRole("option", { name: "anchor/chain" }).click();
    } else {
      await requester.fill("quirin");
      await tag.fill("anchor/chain");
      await page.getByRole("button", { name: "Filter" }).click();
    }
    await row(page, "The anchor holds").waitFor({ state: "detached" });
    await row(page, "The anchor drags").waitFor();

    await requester.fill("quirinus");
    await tag.fill("anchor");
    await filter();
    await page.getByText("No one is called “quirinus”.").waitFor();
    await page.getByText("No task you can access has the tag “anchor”.").waitFor();
    expect([await requester.inputValue(), await tag.inputValue()]).toEqual(["quirinus", "anchor"]);
    await requester.fill("");
    await tag.fill("anchor/*");
    await filter();
    await row(page, "The anchor holds").waitFor();
    await row(page, "The anchor drags").waitFor();
  });

  test.runIf(javaScriptEnabled)(
    "loading a filter keeps text typed into other filters, and following a link clears it",
    async () => {
      await aTask(server.db, { title: "The sail is torn" });
      const page = await pageOf(await anAgent(server.db), "/tasks");
      const tag = page.getByRole("textbox", { name: "Tag" }).or(page.getByRole("combobox", { name: "Tag" }));
      const requester = page.getByRole("textbox", { name: "Requester" });
      const query = page.getByRole("searchbox", { name: "Search tasks" });
      const release = await holdRequests(page, /\/tasks\.data/);
      await page.getByRole("combobox", { name: "Priority" }).selectOption("Urgent");
      await requester.fill("qui");
      await tag.pressSequentially("sai");
      release();
      await row(page, "The sail is torn").waitFor({ state: "detached" });
      await tag.and(page.locator(":focus")).waitFor();
      await page.keyboard.type("ls");
      expect([await requester.inputValue(), await tag.inputValue()]).toEqual(["qui", "sails"]);
      await expect.poll(() => query.inputValue()).toBe("priority:urgent");

      await page.getByRole("link", { name: "Remove the Priority filter" }).click();
      await row(page, "The sail is torn").waitFor();
      await expect.poll(async () => [await requester.inputValue(), await tag.inputValue()]).toEqual(["", ""]);
    },
  );

  test("a status filter replaces the query's status; two that exclude each other get an explanation", async () => {
    const ada = await anAgent(server.db);
    await aTask(server.db, { title: "The gate is mended", assignee: ada, status: "resolved" });
    await aTask(server.db, { title: "The gate sticks", assignee: ada });
    const page = await pageOf(ada, "/tasks");
    const query = () => page.getByRole("searchbox", { name: "Search tasks" }).inputValue();
    const allOpen = page.locator("nav[aria-label=Views] a", { hasText: "All open" });
    expect(await allOpen.getAttribute("aria-current")).toBe("page");
    await page.goto("/tasks?status=done");
    await row(page, "The gate is mended").waitFor();
    expect(await query()).toBe("status:done");
    expect(await allOpen.getAttribute("aria-current")).toBeNull();
    await page.goto("/tasks?view=mine");
    await row(page, "The gate sticks").waitFor();
    await page.getByRole("combobox", { name: "Status" }).selectOption("Done");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Filter" }).click();
    await row(page, "The gate is mended").waitFor();
    expect(await query()).toBe("status:done assignee:me -is:snoozed");

    await page.goto("/tasks?q=gate+status:open&status=done");
    await page.getByText("Your search is for open tasks only").waitFor();
    await page.getByRole("link", { name: "Remove the filter", exact: true }).click();
    await row(page, "The gate sticks").waitFor();
    expect(await row(page, "The gate is mended").count()).toBe(0);
  });

  test("an agent adds a macro, reviews it on a task and sends it once no placeholder is empty", async () => {
    const ada = await anAgent(server.db, { name: "Ada Winter" });
    const rita = await aRequester(server.db, { name: "Rita Berg" });
    const { id } = await aTask(server.db, { requester: rita, title: "The hinge squeaks" });
    await aCustomField(server.db, { key: "day", types: ["question"] }); // doesn't apply to this task
    const page = await pageOf(ada, `/tasks/${id}`);
    await page.getByRole("link", { name: "Use a macro" }).click();
    await page.getByRole("link", { name: "Add macro" }).click();
    await page.getByLabel("Name").fill("Oil");
    await page.getByRole("button", { name: "Add macro" }).click();
    await page.getByText("Enter the text.").first().waitFor();
    await page.getByLabel("Text", { exact: true }).fill("Hello {{requester.nickname}}");
    await page.getByRole("button", { name: "Add macro" }).click();
    await page.getByText("Use one from the list below.").first().waitFor();
    await page.getByText("{{requester.first_name}}", { exact: true }).waitFor(); // the list is already unfolded
    await page
      .getByLabel("Text", { exact: true })
      .fill("Hello {{requester.first_name|there}}, oil comes on {{field.day}}.");
    await page.getByLabel("Status").selectOption("On hold");
    await page.getByLabel("Add tags").fill("oil");
    await page.getByRole("button", { name: "Add macro" }).click();
    await page.getByRole("table", { name: "Macros" }).getByText("Reply; Status: On hold; Add tags: oil").waitFor();

    await page.goto(`/tasks/${id}/macros`);
    await page.getByRole("link", { name: "Manage macros" }).click();
    await page.getByRole("heading", { name: "Macros", level: 1 }).waitFor();
    await page.goto(`/tasks/${id}/macros`);
    await page.getByRole("link", { name: "Oil" }).click();
    const text = page.getByLabel("Your reply");
    expect(await text.inputValue()).toBe("Hello Rita, oil comes on {{field.day}}.");
    await page.getByText("“{{field.day}}” is empty or unknown here.").waitFor();
    await text.fill("Hello Rita, oil comes on {{field.day}}. Soon.");
    await page.getByRole("button", { name: "Send reply" }).click();
    await page.getByRole("alert").getByText("“{{field.day}}” is empty or unknown here.").waitFor();
    expect(await text.inputValue()).toBe("Hello Rita, oil comes on {{field.day}}. Soon.");
    await text.fill("Hello Rita, oil comes on Monday.");
    await page.getByRole("button", { name: "Send reply" }).click();
    await page.getByRole("region", { name: "Conversation" }).getByText("Hello Rita, oil comes on Monday.").waitFor();
    const tags = await server.db.selectFrom("task_tag").select("tag").where("task_id", "=", id).execute();
    expect(tags).toEqual([{ tag: "oil" }]);

    await page.goto("/tasks");
    await page.getByLabel("Account: Ada Winter").click();
    await page.getByRole("link", { name: "Macros" }).click();
    // Tags have that name, too.
    await page.getByRole("table", { name: "Macros" }).getByRole("link", { name: "Oil" }).click();
    await page.getByRole("button", { name: "Delete macro" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("table", { name: "Macros" }).getByText("Oil").first().waitFor();
  });

  test("the bulk change page says how many requesters a macro's reply goes to", async () => {
    const [ada, rita] = [await anAgent(server.db), await aRequester(server.db)];
    for (const title of ["Sail one", "Sail two"])
      await aTask(server.db, { title, tags: ["sail"], requester: rita, assignee: ada });
    await aTask(server.db, { title: "Sail three", tags: ["sail"], assignee: ada });
    const page = await pageOf(ada, "/tasks?tag=sail");
    await row(page, "Sail one").getByRole("checkbox").check();
    await row(page, "Sail two").getByRole("checkbox").check();
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByText("No macros yet.").waitFor();
    await page.getByRole("link", { name: "Add a macro" }).click();
    await page.getByLabel("Name").fill("Sewn");
    await page.getByLabel("Text", { exact: true }).fill("It is sewn.");
    await page.getByRole("button", { name: "Add macro" }).click();
    await page.getByRole("table", { name: "Macros" }).getByText("Sewn").waitFor();

    await page.goto("/tasks?tag=sail");
    await row(page, "Sail one").getByRole("checkbox").check();
    await row(page, "Sail two").getByRole("checkbox").check();
    await page.getByRole("button", { name: "Change tasks" }).click();
    const said = "If the macro replies, the reply goes to 1 requester (selected tasks) or 2 requesters (whole list).";
    await page.getByText(said).waitFor();
    await page.getByRole("link", { name: "Manage macros" }).waitFor();
    await page.getByLabel("Macro").selectOption("Sewn (replies)");
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByText("2 tasks changed").waitFor();
    const replies = server.db.selectFrom("message").select("id").where("body", "=", "It is sewn.");
    expect(await replies.execute()).toHaveLength(2);
  });

  test("a request becomes unread for its requester with a reply, but not with a note", async () => {
    const [ada, rita] = [await anAgent(server.db), await aRequester(server.db)];
    const { id } = await aTask(server.db, { requester: rita, title: "The tap drips", at: Date.now() });
    await addNote(server.db, ada, id, { body: "Not for her.", requestKey: aKey() }, Date.now());
    await server.db
      .insertInto("task_seen")
      .values({ user_id: rita.id, task_id: id, seen_until: Date.now(), viewed_at: 1 })
      .execute();
    const page = await pageOf(rita, "/tasks");
    await noMark(page, "The tap drips");
    await replyToTask(server.db, ada, id, { body: "A plumber comes.", requestKey: aKey() }, Date.now() + 1);
    await page.reload();
    await mark(page, "The tap drips").waitFor();
    expect(await page.getByText("Not for her.").count()).toBe(0);
  });

  test("an admin adds, edits, pins, deletes and restores a view; one with a broken query says so", async () => {
    const [ada, rita] = [await anAdmin(server.db), await aRequester(server.db)];
    await aTask(server.db, { requester: rita, title: "The ramp is steep", tags: ["ramp"] });
    await aTask(server.db, { requester: rita, title: "The roof leaks" });
    const page = await pageOf(ada, "/tasks");
    await page.getByLabel("Tag", { exact: true }).fill("ramp");
    await page.getByLabel("Tag", { exact: true }).press("Enter");
    await page.getByRole("link", { name: "Save as view" }).click();
    await page.getByLabel("Name").fill("Ramps");
    expect(await page.getByLabel("Query").inputValue()).toBe("tag:ramp");
    await page.getByLabel("Query").fill("tag:ramp status:opne");
    await page.getByRole("button", { name: "Add view" }).click();
    await page.getByText("There's no status").first().waitFor();
    await page.getByLabel("Query").fill("tag:ramp");
    await page.getByRole("button", { name: "Add view" }).click();
    await page.getByRole("heading", { name: "Ramps", level: 1 }).waitFor();
    await row(page, "The ramp is steep").waitFor();
    expect(await row(page, "The roof leaks").count()).toBe(0);
    await page.getByRole("table", { name: "Tasks" }).getByRole("link", { name: "Updated" }).click();
    await page.waitForURL(/view=\d+&sort=updated/);

    await page.locator(".view-menu > summary").click();
    const views = page.getByRole("navigation", { name: "Views" });
    if (javaScriptEnabled) await views.getByRole("link", { name: "Ramps 1" }).waitFor();
    await views.getByRole("link", { name: "All views" }).click();
    const line = page.getByRole("table", { name: "Views" }).getByRole("row").filter({ hasText: "Ramps" });
    await line.getByRole("cell", { name: "1", exact: true }).waitFor();
    await line.getByRole("link", { name: "Edit Ramps" }).click();
    await page.getByLabel("Shared with").selectOption({ label: "All agents" });
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("link", { name: "Edit view" }).click();
    await page.getByRole("button", { name: "Delete view" }).click();
    const message = page
      .locator("[data-type]", { hasText: "View Ramps deleted" })
      .and(page.locator(".toast, .flash-line"));
    await message.getByRole("button", { name: "Undo" }).click();
    await line.waitFor();

    const sidebar = page.getByRole("navigation", { name: "Main" });
    await page.getByRole("button", { name: "Pin Ramps", exact: true }).click();
    await sidebar.getByRole("link", { name: javaScriptEnabled ? /^Ramps ?1$/ : "Ramps" }).waitFor();
    await page.getByRole("button", { name: "Unpin Ramps" }).click();
    await sidebar.getByRole("link", { name: "Ramps" }).waitFor({ state: "detached" });

    await server.db.updateTable("view").set({ query: "team:Gone" }).where("name", "=", "Ramps").execute();
    const ben = await pageOf(await anAgent(server.db), "/tasks/views");
    await ben.getByRole("row").filter({ hasText: "Ramps" }).getByText("query no longer works").waitFor();
    await ben.getByRole("link", { name: "Ramps", exact: true }).click();
    await ben.getByText("This view's query no longer works.").waitFor();
  });

  test("an agent's CSV export keeps the page and is logged; requesters can't export", async () => {
    const ada = await anAgent(server.db, { name: "Ada Export" });
    await aTask(server.db, { title: "=1+1, said the crane", tags: ["crane"] });
    const page = await pageOf(ada, "/tasks?tag=crane");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export as CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^tasks-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toMatch(/^\uFEFFNumber,Title,.*\r\n\d+,"'=1\+1, said the crane",New,.*http.*\/tasks\/\d+,*\r\n$/);
    await row(page, "said the crane").waitFor();

    const admin = await pageOf(await anAdmin(server.db), "/settings/security-log?kind=list_exported");
    const entry = admin.getByRole("row").filter({ hasText: "Ada Export" });
    await entry.getByText("tag: crane").waitFor();
    const rita = await pageOf(await aRequester(server.db));
    expect((await rita.request.post("/tasks/export")).status()).toBe(403);
  });

  test("an admin moves a task to trash and spam and back, then deletes it permanently", async () => {
    const root = await anAdmin(server.db);
    const { id, requester } = await aTask(server.db, { title: "The mast is bent" });
    const page = await pageOf(root, `/tasks/${id}`);
    await page.getByRole("button", { name: "Move to trash" }).click();
    await page.waitForURL("**/tasks");
    const message = page.locator("[data-type]", { hasText: `#${id} moved to the trash` });
    await message.and(page.locator(".toast, .flash-line")).getByRole("button", { name: "Undo" }).click();
    await page.waitForURL(`**/tasks/${id}`);
    await page.getByRole("heading", { name: "The mast is bent" }).waitFor();
    await page.getByRole("button", { name: "Mark as spam" }).click();
    await page.waitForURL("**/tasks");
    const theirs = await pageOf(requester);
    expect((await theirs.request.get(`/tasks/${id}`)).status()).toBe(404);
    expect((await theirs.request.post(`/tasks/${id}/trash`, { form: { as: "trash" } })).status()).toBe(403);

    await page.goto("/tasks?q=is:spam");
    await page.getByRole("link", { name: "The mast is bent" }).click();
    await page.waitForURL(({ pathname }) => pathname === `/tasks/${id}/trash`);
    await page.getByText("marked this task as spam").waitFor();
    await page.getByRole("region", { name: "Conversation" }).getByText("It burns.").waitFor();
    await page.getByRole("button", { name: "Not spam" }).click();
    await page.waitForURL(`**/tasks/${id}`);
    await page.getByRole("button", { name: "Move to trash" }).click();
    await page.waitForURL("**/tasks");
    await page.goto(`/tasks/${id}`);
    await page.getByText("It will be permanently deleted on").waitFor();
    await page.getByRole("link", { name: "Delete permanently" }).click();
    await page.getByRole("heading", { name: `Delete #${id} permanently?` }).waitFor();
    await page.getByRole("button", { name: "Delete permanently" }).click();
    await page.waitForURL("**/tasks?q=is%3Atrashed");
    expect((await page.request.get(`/tasks/${id}`)).status()).toBe(404);
  });

  test("an admin opens the trash from the list and bulk-restores tasks; other users can't", async () => {
    const [root, ada] = [await anAdmin(server.db), await anAgent(server.db)];
    for (const title of ["The keel is cut", "The keel is bent"]) {
      const { id } = await aTask(server.db, { title, assignee: root });
      await moveToTrashOrSpam(server.db, root, id, { to: "trash" }, Date.now());
    }
    const page = await pageOf(root, "/tasks?view=mine");
    await page.getByRole("link", { name: "Trash and spam" }).click();
    await page.getByRole("link", { name: "Trash and spam" }).waitFor({ state: "detached" });
    for (const title of ["The keel is cut", "The keel is bent"]) await row(page, title).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByRole("heading", { name: "Restore tasks" }).waitFor();
    await page.getByRole("checkbox", { name: "The keel is bent" }).uncheck();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("1 task changed").waitFor();
    await page.getByRole("link", { name: "The keel is cut" }).click();
    await page.getByRole("button", { name: "Move to trash" }).waitFor();

    const hers = await pageOf(ada, "/tasks?q=is:trashed");
    await row(hers, "The keel is bent").getByRole("checkbox").check();
    await hers.getByRole("button", { name: "Change tasks" }).click();
    await hers
      .getByText("Only admins and leads of this task's team can restore it from the trash or from spam.")
      .waitFor();
    expect(await hers.getByRole("button", { name: "Restore" }).count()).toBe(0);
    const theirs = await pageOf(await aRequester(server.db), "/tasks");
    await theirs.getByText("No requests here").waitFor();
    expect(await theirs.getByRole("link", { name: "Trash and spam" }).count()).toBe(0);
  });

  test("each user sets their own rows and columns, and can mark a whole list as read", async () => {
    const [ada, ben] = [await anAgent(server.db), await anAgent(server.db)];
    for (let n = 1; n <= 26; n++)
      await aTask(server.db, { title: `Oar ${n}`, tags: ["oar"], requester: ben, at: Date.now() });
    const page = await pageOf(ada, "/tasks?tag=oar");
    await page.getByText("26 tasks", { exact: true }).waitFor();
    await page.getByRole("link", { name: "List settings" }).click();
    await page.getByLabel("Rows per page").selectOption("25");
    await page.getByLabel("Team", { exact: true }).check();
    await page.getByLabel("Requester", { exact: true }).uncheck();
    await page.getByRole("button", { name: "Save list settings" }).click();
    await page.getByRole("link", { name: "Next page" }).waitFor();
    expect(await headings(page)).toEqual([
      "Status",
      "Number",
      "Task",
      "Assignee",
      "Team",
      "Priority",
      "Tags",
      "Due",
      "Updated",
    ]);
    await row(page, "Oar 25").getByRole("cell", { name: "Service desk" }).waitFor();

    await page.getByRole("button", { name: "Mark all as read" }).click();
    await page.locator(".toast, .flash-line").filter({ hasText: "26 marked as read" }).waitFor();
    await noMark(page, "Oar 25");
    await page.goto("/tasks?q=tag:oar+is:unread");
    await page.getByText("No matching tasks.").waitFor();
    // Each view has columns of its own, and so does each user.
    await page.goto("/tasks?view=unassigned");
    await page.getByRole("heading", { name: "Unassigned in my teams" }).waitFor();
    const theirs = await pageOf(ben, "/tasks?tag=oar");
    await theirs.getByText("26 tasks", { exact: true }).waitFor();
    expect(await theirs.getByRole("columnheader", { name: "Requester" }).count()).toBe(1);

    await page.goto("/tasks/display?list=tag%3Doar");
    await page.getByLabel("Rows per page").selectOption("50");
    await page.getByRole("button", { name: "Reset columns" }).click();
    await row(page, "Oar 1").first().waitFor();
    expect(await headings(page)).toEqual([
      "Status",
      "Number",
      "Task",
      "Requester",
      "Assignee",
      "Priority",
      "Due",
      "Updated",
    ]);
  });

  test("an admin sets a view's columns for everyone who uses it", async () => {
    const [root, ben] = [await anAdmin(server.db), await anAgent(server.db)];
    await aTask(server.db, { title: "A pale lamp", tags: ["pale"] });
    const made = await saveView(
      server.db,
      root,
      { name: "Pale", query: "tag:pale", sort: "", scope: "everyone", team: null, requestKey: aKey() },
      Date.now(),
    );
    const view = made.ok ? made.id : 0;
    const [page, his] = [await pageOf(root, `/tasks?view=${view}`), await pageOf(ben)];
    await page.getByRole("link", { name: "List settings" }).click();
    await page.getByRole("heading", { name: "List settings" }).waitFor();
    for (const name of ["Requester", "Priority", "Due", "Assignee"])
      await page.getByLabel(name, { exact: true }).uncheck();
    await page.getByLabel("Team", { exact: true }).check();
    await page.getByLabel("Save these columns for everyone who uses this view").check();
    await page.getByRole("button", { name: "Save list settings" }).click();
    await page.locator(".toast, .flash-line").filter({ hasText: "Saved for everyone who uses this view" }).waitFor();

    await his.goto(`/tasks?view=${view}`);
    await his.getByRole("link", { name: "A pale lamp" }).waitFor();
    expect(await headings(his)).toEqual(["Status", "Number", "Task", "Team", "Tags", "Updated"]);
    await his.getByRole("link", { name: "List settings" }).click();
    await his.getByText("Columns of “Pale”").waitFor();
    expect(await his.getByLabel("Save these columns for everyone who uses this view").count()).toBe(0);
  });

  test("enabled custom fields can be columns, for users who may see them", async () => {
    const [root, ada, ben] = [await anAdmin(server.db), await anAgent(server.db), await anAgent(server.db)];
    const { key } = await aCustomField(server.db, { label: "Berth" });
    const task = await aTask(server.db, { title: "A moored barge", tags: ["barge"], requester: ben });
    await server.db.insertInto("task_field").values({ task_id: task.id, key, value: "Pier 7" }).execute();
    const made = await saveView(
      server.db,
      root,
      { name: "Barges", query: "tag:barge", sort: "", scope: "everyone", team: null, requestKey: aKey() },
      Date.now(),
    );
    const view = made.ok ? made.id : 0;
    async function chooses(who: Viewer, list: string, isForAll: boolean) {
      const page = await pageOf(who, `/tasks/display?${new URLSearchParams({ list })}`);
      await page.getByLabel("Berth", { exact: true }).check();
      for (const name of ["Tags", "Due", "Priority"]) await page.getByLabel(name, { exact: true }).uncheck();
      if (isForAll) await page.getByLabel("Save these columns for everyone who uses this view").check();
      await page.getByRole("button", { name: "Save list settings" }).click();
      await row(page, "A moored barge").getByRole("cell", { name: "Pier 7" }).waitFor();
      return page;
    }
    const chosen = ["Status", "Number", "Task", "Requester", "Assignee", "Updated"];

    const page = await chooses(ada, "tag=barge", false);
    expect(await headings(page)).toEqual([...chosen, "Berth"]);
    await chooses(root, `view=${view}`, true);
    const his = await pageOf(ben, `/tasks?view=${view}`);
    await row(his, "A moored barge").getByRole("cell", { name: "Pier 7" }).waitFor();
    await his.goto("/tasks?tag=barge");
    expect(await headings(his)).not.toContain("Berth");

    // A field disabled while the form is open is left out of the saved choice.
    await page.getByRole("link", { name: "List settings" }).click();
    expect(await page.getByLabel("Berth", { exact: true }).isChecked()).toBe(true);
    await server.db.updateTable("custom_field").set({ enabled: 0 }).where("key", "=", key).execute();
    await page.getByRole("button", { name: "Save list settings" }).click();
    await row(page, "A moored barge").waitFor();
    expect(await headings(page)).toEqual(chosen);
    await his.goto(`/tasks?view=${view}`);
    await row(his, "A moored barge").waitFor();
    expect(await headings(his)).toEqual(chosen);
    const form = { rows: "50", column: "nonsense" };
    const refused = await page.request.post("/tasks/display", { form });
    expect([refused.status(), await refused.text()]).toEqual([
      422,
      expect.stringContaining("Choose columns from the list."),
    ]);

    // A former agent keeps the saved choice but doesn't see the field.
    await server.db.updateTable("custom_field").set({ enabled: 1 }).where("key", "=", key).execute();
    const columns = { "": [`field.${key}`] };
    const preferences = JSON.stringify({ columns });
    await server.db.updateTable("user").set({ role: "requester", preferences }).where("id", "=", ben.id).execute();
    await his.goto("/tasks");
    await row(his, "A moored barge").waitFor();
    expect(await his.content()).not.toMatch(/Berth|Pier 7/);
  });

  test.runIf(javaScriptEnabled)("prefetching a task's data leaves it unread", async () => {
    const [ada, ben] = [await anAgent(server.db), await anAgent(server.db)];
    const { id } = await aTask(server.db, { title: "The gate squeaks" });
    await addNote(server.db, ben, id, { body: "Oil.", requestKey: aKey() }, Date.now());
    const page = await pageOf(ada, "/tasks");
    const [payload] = await Promise.all([
      page.waitForResponse((answer) => new URL(answer.url()).pathname === `/tasks/${id}/_payload.json`),
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
