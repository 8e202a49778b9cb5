import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { openForm } from "../support/composer";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";
import { SAVED } from "../support/task-fields";

/* After an action, the focus is where the person continues, never back at the top of the page. */
describe("domain A24: with the keyboard alone", () => {
  const { server, pageOf } = openDesk({ settings: { SENDING_WINDOW_SECONDS: "60" } });

  async function deskOf(task: Parameters<typeof aTask>[1] = {}) {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, task);
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    return { page, id, ada };
  }
  const region = (page: Page, name: string) => page.getByRole("region", { name });
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
  const reply = (page: Page) => page.getByRole("form", { name: "Reply" });
  const press = async (page: Page, name: string, within: Page | Locator = page) => {
    await within.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const focused = (page: Page) => page.locator(":focus");

  test("an agent adds checklist items without leaving the field; removing one focuses the heading", async () => {
    const { page, id } = await deskOf();
    const list = region(page, "Checklist");
    await list.getByLabel("New item").focus();
    for (const text of ["Call them", "Order it", "Build it in"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await list.locator(".checklist-text").getByText(text, { exact: true }).waitFor();
      await list.getByLabel("New item").and(focused(page)).waitFor();
    }
    await list.getByText("Edit “Call them”").click();
    await list.getByRole("button", { name: "Remove" }).first().focus();
    await page.keyboard.press("Enter");
    await list.getByText("0 of 2 done").waitFor();
    await heading(page, "Checklist").and(focused(page)).waitFor();
    const items = server.db.selectFrom("checklist_item").select("text").where("task_id", "=", id).orderBy("position");
    await expect.poll(() => items.execute()).toEqual([{ text: "Order it" }, { text: "Build it in" }]);
  });

  test("adding a person in copy, removing them and undoing that each keep the focus nearby", async () => {
    const { page } = await deskOf();
    await aRequester(server.db, { name: "Zora Quick" });
    const copies = region(page, "In copy");
    const summary = copies.locator("summary", { hasText: "Add people" });
    await summary.focus();
    await page.keyboard.press("Enter");
    await copies.getByLabel("People").fill("Zora Quick");
    await press(page, "Add people", copies);
    await copies.getByRole("link", { name: "Zora Quick" }).waitFor();
    await summary.and(focused(page)).waitFor();
    await press(page, "Remove Zora Quick from copy");
    await heading(page, "In copy").and(focused(page)).waitFor();
    const undo = region(page, "History").getByRole("button", { name: /^Undo/ });
    await undo.last().focus();
    await page.keyboard.press("Enter");
    await copies.getByRole("link", { name: "Zora Quick" }).waitFor();
    await heading(page, "History").and(focused(page)).waitFor();
    expect(await copies.getByRole("link", { name: "Zora Quick" }).count()).toBe(1);
  });

  test("assigning a task to yourself moves the focus to its fields", async () => {
    const { page, id, ada } = await deskOf();
    await press(page, "Assign to me");
    await page.locator("#fields").and(focused(page)).waitFor();
    const assignee = server.db.selectFrom("task").select("assignee_id").where("id", "=", id);
    await expect.poll(() => assignee.executeTakeFirst()).toEqual({ assignee_id: ada.id }); // the focus doesn't wait for this
  });

  test("deleting a draft moves the focus to its tab", async () => {
    const { page } = await deskOf();
    await reply(page).getByLabel("Your reply").fill("Nothing to be kept");
    await press(page, "Save draft", reply(page));
    await reply(page).getByRole("button", { name: "Delete draft" }).waitFor();
    await press(page, "Delete draft", reply(page));
    await reply(page).getByRole("button", { name: "Delete draft" }).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Reply" }).and(focused(page)).waitFor();
    expect(await reply(page).getByLabel("Your reply").inputValue()).toBe("");
  });

  test("a reply is withdrawn, sent again and released early; toasts show its current state", async () => {
    const { page } = await deskOf();
    const toasts = page.locator(".toast");
    const toast = (text: string) => toasts.filter({ hasText: text });
    await reply(page).getByLabel("Your reply").fill("Nearly right");
    await press(page, "Send reply");
    await toast("Your reply will be sent in 60 seconds").waitFor();
    const held = region(page, "Conversation").getByRole("button", { name: "Withdraw" });
    await held.focus();
    await page.keyboard.press("Enter");
    await toast("Not sent: your reply is a draft again").waitFor();
    await reply(page).getByLabel("Your reply").and(focused(page)).waitFor();
    expect(await toast("Your reply will be sent in").count()).toBe(0);
    expect(await toasts.getByRole("button", { name: "Withdraw" }).count()).toBe(0);

    await expect.poll(() => reply(page).getByLabel("Your reply").inputValue()).toBe("Nearly right");
    await page.keyboard.press("Control+Enter");
    await toast("Your reply will be sent in 60 seconds").waitFor();
    await press(page, "Send now");
    await toast("Reply sent").waitFor();
    await region(page, "Conversation").and(focused(page)).waitFor();
    expect(await toast("Your reply will be sent in").count()).toBe(0);
  });

  test("several changes in a row leave a single toast", async () => {
    const { page } = await deskOf();
    for (const priority of ["High", "Low", "Urgent"]) {
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("form", { name: "Task" }).getByLabel("Priority").selectOption(priority);
      await answer;
      await page.locator(".toast", { hasText: `set to ${priority}` }).waitFor();
    }
    const toast = page.locator(".toast", { hasText: SAVED });
    await toast.first().waitFor();
    expect(await toast.count()).toBe(1);
  });

  test("a requester answers whether it is solved; repeating the key doesn't flip the answer", async () => {
    const [ada, rita] = [await anAgent(server.db, { name: "Ada" }), await aRequester(server.db, { name: "Rita" })];
    const { id } = await aTask(server.db, { requester: rita, assignee: ada, status: "in_progress" });
    const hers = await pageOf(rita, `/tasks/${id}`);
    await waitForScripts(hers);
    const status = async () =>
      (await server.db.selectFrom("task").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
    const next = hers.locator(".task-next");
    const toast = (text: string) => hers.locator(".toast", { hasText: text }).waitFor();

    await press(hers, "It is solved");
    await next.getByText("You told us it's solved.").waitFor();
    await toast("Resolved: you told us it's solved");
    await next.and(focused(hers)).waitFor();
    await hers.keyboard.press("Enter");
    expect(await hers.getByText("is it solved?", { exact: false }).count()).toBe(0);
    expect(await hers.locator(".composer-reply .button-primary").count()).toBe(0);

    await press(hers, "It is not solved");
    await toast("Reopened: we'll look into it again");
    await hers.getByLabel("What's still wrong?").and(focused(hers)).waitFor();
    expect(await status()).toBe("in_progress");
    await reply(hers).locator(".composer-title", { hasText: "What's still wrong?" }).waitFor(); // visible, too
    await hers.keyboard.type("It still beeps.");
    await press(hers, "Send reply");
    await region(hers, "Conversation").getByText("It still beeps.").waitFor();
    expect(await hers.getByLabel("What's still wrong?").count()).toBe(0);

    await server.db.updateTable("task").set({ status: "resolved", open: 0, resolved_at: Date.now() }).execute();
    await hers.reload();
    await waitForScripts(hers);
    await press(hers, "Thanks, it is solved");
    await toast("Closed: you told us it's solved");
    await next.getByText("You told us it's solved, so this is closed.").waitFor();
    await next.and(focused(hers)).waitFor();
    await hers.keyboard.press("Enter");
    expect(await hers.locator(".composer-reply .button-primary").count()).toBe(0);
    expect(await status()).toBe("closed");
  });

  test("Ctrl+Enter sends a note, but not in the middle of a composed character", async () => {
    const { page } = await deskOf();
    await openForm(page, "Internal note");
    await page.locator(".composer-note").getByText("or press Ctrl+Enter").waitFor();
    const note = page.getByRole("form", { name: "Internal note" }).getByLabel("Your note");
    await note.fill("To be looked at");
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) // as Chromium and Firefox report it, and as Safari does
      await note.dispatchEvent("keydown", { key: "Enter", ctrlKey: true, ...composing, bubbles: true });
    expect(await region(page, "Conversation").getByText("To be looked at").count()).toBe(0);
    await page.keyboard.press("Control+Enter");
    await region(page, "Conversation").getByText("To be looked at").waitFor();
  });

  test("the key that ends a composed word neither picks nor closes a suggestion", async () => {
    await aTask(server.db, { tags: ["lift", "light"] });
    const page = await pageOf(await anAgent(server.db), "/tasks/new");
    const tags = page.getByRole("combobox", { name: "Tags" });
    await tags.pressSequentially("li");
    const offers = page.getByRole("listbox", { name: "Tags" });
    await offers.getByRole("option", { name: "lift" }).waitFor();
    for (const key of ["Enter", "Escape"])
      for (const composing of [{ isComposing: true }, { keyCode: 229 }]) // as Chromium and Firefox report it, and as Safari does
        await tags.dispatchEvent("keydown", { key, ...composing, bubbles: true, cancelable: true });
    expect(await tags.inputValue()).toBe("li");
    await offers.waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => tags.inputValue()).toMatch(/^li(?:ft|ght)/);
  });

  test("shortcuts show the keys of the reader's keyboard", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const mac =
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15";
    for (const { options, enter, aria } of [
      { options: {}, enter: "or press Ctrl+Enter", aria: "Control" },
      { options: { userAgent: mac }, enter: "or press ⌘+Enter", aria: "Meta" },
    ]) {
      const page = await pageOf(ada, undefined, options);
      const surprises: string[] = [];
      page.on("console", (message) => message.type() === "error" && surprises.push(message.text()));
      await page.goto(`/tasks/${id}`);
      await waitForScripts(page);
      await openForm(page, "Reply");
      await page.locator(".composer-reply").getByText(enter, { exact: true }).waitFor();
      const send = page.getByRole("button", { name: "Send reply" });
      expect(await send.getAttribute("aria-keyshortcuts")).toBe(`${aria}+Enter`);
      await page.locator("main").focus(); // an open form has the focus
      await page.keyboard.press("?");
      await page.getByRole("dialog").locator("dt", { hasText: "K" }).first().waitFor();
      expect(await page.getByRole("dialog").locator("kbd").first().textContent()).toBe(aria === "Meta" ? "⌘" : "Ctrl");
      expect(surprises).toEqual([]); // the browser renders what the server sent
    }
  });

  test("a reply to a resolved task keeps its status by default", async () => {
    const { page } = await deskOf({ status: "resolved" });
    await openForm(page, "Reply");
    expect(await reply(page).getByLabel("Status after the reply").inputValue()).toBe("keep");
  });
});
