import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { pinView } from "~/features/views/views.server";
import { holdRequests, holdScripts, openDesk, waitForScripts } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";
import { SAVED } from "../support/task-fields";

const focused = (page: Page) => page.locator(":focus");
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const row = (page: Page, name: string) => page.getByRole("table", { name: "Tasks" }).getByRole("link", { name });
const outOfField = (page: Page) => page.getByRole("form", { name: "Task" }).getByText("More", { exact: true }).focus();
const toast = (page: Page, text: string | RegExp) => page.locator(".toast", { hasText: text });

describe("domain B15: single keys", () => {
  const { server, pageOf } = openDesk();

  async function listOf(...titles: string[]) {
    const ada = await anAgent(server.db, { name: "Ada" });
    await server.db.updateTable("task").set({ open: 0, status: "closed" }).execute();
    const ids: number[] = [];
    for (const title of titles) ids.push((await aTask(server.db, { title, priority: "normal" })).id);
    const page = await pageOf(ada, "/tasks?sort=number-asc");
    await waitForScripts(page);
    return { page, ids, ada };
  }
  async function taskOf(task: Parameters<typeof aTask>[1] = {}) {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: "The lift hums", ...task });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    return { page, id, ada };
  }
  const assigneeOf = async (id: number) =>
    (await server.db.selectFrom("task").select("assignee_id").where("id", "=", id).executeTakeFirstOrThrow())
      .assignee_id;

  test("select and open a task from the list, take it, start a reply and set a status", async () => {
    const { page, ids } = await listOf("First", "Second", "Third");
    await page.keyboard.press("k");
    await row(page, "First").and(focused(page)).waitFor();
    await page.keyboard.press("k"); // stays at the edge
    await page.keyboard.press("j");
    await row(page, "Second").and(focused(page)).waitFor();
    const outline = await row(page, "Second").evaluate((link) => getComputedStyle(link, "::after").outlineStyle);
    expect(outline).toBe("solid");
    await page.keyboard.press("x");
    await page.getByRole("checkbox", { name: `Select #${ids[1]}`, checked: true }).waitFor();
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("x");

    await page.keyboard.press("Enter");
    await title(page, "Second").waitFor();
    await page.locator("main").and(focused(page)).waitFor();
    await page.keyboard.press("i");
    await page.getByRole("button", { name: "Assign to me" }).waitFor({ state: "detached" });
    await page.keyboard.press("r");
    await page.getByLabel("Your reply").and(focused(page)).waitFor();
    await page.keyboard.type("rescan, jerks");
    expect(await page.getByLabel("Your reply").inputValue()).toBe("rescan, jerks");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Conversation" }).getByText("rescan, jerks").waitFor();
    await page.getByRole("tab", { name: "Reply" }).and(focused(page)).waitFor();

    // The form closes once it's sent, and keys work again.
    await page.keyboard.press("s");
    const status = page.getByRole("form", { name: "Task" }).getByLabel("Status");
    await status.and(focused(page)).waitFor();
    await page.keyboard.type("Resolved"); // letters choose an option here
    await page.keyboard.press("Enter");
    await toast(page, SAVED).waitFor();
    await page.goBack();
    await page.getByRole("table", { name: "Tasks" }).waitFor();
    await row(page, "First").waitFor();
  });

  test("Back focuses the row the agent opened, and j continues from there", async () => {
    const { page } = await listOf("First", "Second", "Third");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await row(page, "Second").and(focused(page)).waitFor();
    await page.keyboard.press("Enter");
    await title(page, "Second").waitFor();
    await page.goBack();
    await row(page, "Second").and(focused(page)).waitFor();
    await page.keyboard.press("j");
    await row(page, "Third").and(focused(page)).waitFor();
    await page.keyboard.press("j");
    await row(page, "Third").and(focused(page)).waitFor();
    expect(new URL(page.url()).pathname).toBe("/tasks");
  });

  test("wait for the scripts that handle them, and so does an Enter pressed after them", async () => {
    const { page, ids } = await listOf("First", "Second", "Third");
    const release = await holdScripts(page);
    const asked = page.waitForRequest("**/*.js");
    for (const key of ["j", "j", "Enter"]) await page.keyboard.press(key);
    await asked;
    release();
    await title(page, "Second").waitFor();
    await page.locator("main").and(focused(page)).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/tasks/${ids[1]}`);
  });

  test("do nothing just as the window gets the focus: they were meant for another window", async () => {
    const { page } = await listOf("First");
    const isTaken = await page.evaluate(() => {
      const press = () =>
        !document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true, cancelable: true }));
      const before = press();
      window.dispatchEvent(new Event("focus"));
      return [before, press()];
    });
    expect(isTaken).toEqual([true, false]);
    await expect
      .poll(async () => {
        await page.keyboard.press("k");
        return row(page, "First").and(focused(page)).count();
      })
      .toBe(1);
  });

  test("focus a task's fields, and i doesn't take the task from its assignee", async () => {
    const bob = await anAgent(server.db, { name: "Bob" });
    const { page, id } = await taskOf({ assignee: bob });
    await page.keyboard.press("e");
    await page.getByLabel("Title").and(focused(page)).waitFor();
    await outOfField(page);
    await page.keyboard.press("a");
    await page.getByLabel("Assignee").and(focused(page)).waitFor();
    await outOfField(page);
    await page.keyboard.press("i");
    for (const [key, label] of [
      ["p", "Priority"],
      ["l", "Tags"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole("form", { name: "Task" }).getByLabel(label).and(focused(page)).waitFor();
      await outOfField(page);
    }
    expect(await assigneeOf(id)).toBe(bob.id);
    await page.keyboard.press("n");
    await page.getByLabel("Your note").and(focused(page)).waitFor();
    await outOfField(page);
    await page.keyboard.press("c");
    await title(page, "New task").waitFor();
  });

  test("work again after a message is sent or a draft deleted, and after Escape", async () => {
    const { page, id } = await taskOf();
    const tab = (name: string) => page.getByRole("tab", { name }).and(focused(page));
    const content = page.locator("main").and(focused(page));
    const fields = page.getByRole("form", { name: "Task" });
    await page.keyboard.press("n");
    await page.keyboard.type("Third time.");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Conversation" }).getByText("Third time.").waitFor();
    await tab("Internal note").waitFor();

    await page.keyboard.press("r");
    await page.getByLabel("Your reply").and(focused(page)).waitFor();
    await page.keyboard.press("Escape");
    await tab("Reply").waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("Nothing to keep");
    await page.keyboard.press("Escape"); // a form with text stays open
    await content.waitFor();
    expect(await page.getByLabel("Your reply").inputValue()).toBe("Nothing to keep");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByRole("button", { name: "Delete draft" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Reply" }).and(focused(page)).waitFor();
    await expect.poll(() => page.getByLabel("Your reply").inputValue()).toBe("");

    await page.keyboard.press("p");
    await fields.getByLabel("Priority").and(focused(page)).waitFor();
    await page.keyboard.type("h");
    await fields.getByText("Not saved yet").waitFor();
    await page.keyboard.press("Escape");
    await content.waitFor();
    expect(await fields.getByLabel("Priority").inputValue()).toBe("normal");
    await page.keyboard.press("p");
    await page.keyboard.type("h");
    await page.keyboard.press("Enter");
    await toast(page, `Priority of #${id} set to High`).waitFor();
    expect(await fields.getByText("Not saved yet").count()).toBe(0);
    await content.waitFor(); // the focus leaves the select, or the next key would choose an option
    await page.keyboard.press("i");
    await expect.poll(() => assigneeOf(id)).not.toBe(null);

    const zoe = await anAgent(server.db, { name: "Zoe Lamb" });
    await page.keyboard.press("a");
    await fields.getByLabel("Assignee").and(focused(page)).waitFor();
    await page.keyboard.type("Zoe");
    await page.getByRole("option", { name: "Zoe Lamb" }).waitFor();
    await page.keyboard.press("Enter");
    await content.waitFor();
    await expect.poll(() => assigneeOf(id)).toBe(zoe.id);
  });

  test("do nothing while the agent types, composes, has a menu open or holds a modifier key", async () => {
    const { page, id } = await taskOf();
    const before = page.url();
    for (const field of [page.getByLabel("Your reply"), page.getByLabel("Title")]) {
      await field.focus();
      await page.keyboard.type("ac?");
      expect(await field.inputValue()).toContain("ac?");
    }
    await page.getByRole("form", { name: "Task" }).getByLabel("Status").focus();
    await page.keyboard.type("ac?");
    await page.locator("main").focus();
    for (const modifier of ["Control", "Alt", "Meta"]) await page.keyboard.press(`${modifier}+e`);
    await page.locator("main").dispatchEvent("keydown", { key: "i", isComposing: true, bubbles: true });
    await page.getByLabel("Account: Ada").click();
    await page.keyboard.press("i");
    await page.locator("main").dispatchEvent("keydown", { key: "i", bubbles: true });
    await page.keyboard.press("Escape");
    await page.getByText("Your profile").waitFor({ state: "hidden" });
    await page.evaluate(() => {
      document.querySelector("main")?.insertAdjacentHTML("beforeend", '<p contenteditable="true" id="written"></p>');
    });
    await page.locator("#written").focus();
    await page.keyboard.type("a?");
    expect(await page.locator("#written").textContent()).toBe("a?");
    expect([page.url(), await assigneeOf(id), await page.locator("dialog").count()]).toEqual([before, null, 0]);
    await page.locator("main").focus();
    await page.keyboard.press("i"); // and now it does
    await expect.poll(() => assigneeOf(id)).not.toBe(null);
  });

  test("are listed by '?', wherever it is on the keyboard, and do nothing while the list is open", async () => {
    const { page, id } = await taskOf();
    await page.getByRole("button", { name: "Assign to me" }).focus();
    // A German keyboard: Shift and the key that is a minus in the US.
    await focused(page).dispatchEvent("keydown", { key: "?", code: "Minus", shiftKey: true, bubbles: true });
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Internal note").waitFor();
    await page.keyboard.press("i");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Assign to me" }).and(focused(page)).waitFor();
    await page.keyboard.press("?");
    await help.getByRole("button", { name: "Close" }).click();
    await help.waitFor({ state: "detached" });
    expect(await assigneeOf(id)).toBe(null);

    await page.getByLabel("Account: Ada").click();
    await page.getByRole("link", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape"); // the focus is on the menu's button
    await page.getByText("Your profile").waitFor({ state: "hidden" });
    await page.keyboard.press("?");
    await help.getByText("Internal note").waitFor();
  });

  test("are listed again if '?' is pressed at the moment the list closes", async () => {
    const { page } = await taskOf();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.waitFor();
    // A closed dialog fires its event later than the next key arrives.
    await help.evaluate((dialog: HTMLDialogElement) => {
      dialog.close();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
      return new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect(await help.getByRole("button", { name: "Close" }).isVisible()).toBe(true);
    await help.getByRole("button", { name: "Close" }).click();
    await help.waitFor({ state: "detached" });
  });

  test("go by the character a key types: French keyboards have A where US ones have Q", async () => {
    const { page } = await taskOf();
    const press = (key: string, code: string) =>
      page.locator("main").dispatchEvent("keydown", { key, code, bubbles: true });
    await press("q", "KeyA");
    await press("a", "KeyQ");
    await page.getByLabel("Assignee").and(focused(page)).waitFor();
  });

  test("do for a requester only what their page offers", async () => {
    const rita = await aRequester(server.db, { name: "Rita" });
    const { id } = await aTask(server.db, { requester: rita, title: "My lift hums" });
    const page = await pageOf(rita, `/tasks/${id}`);
    await waitForScripts(page);
    for (const key of ["i", "s", "n", "x", "r"]) await page.keyboard.press(key);
    await page.getByLabel("Your reply").and(focused(page)).waitFor();
    expect(await page.getByLabel("Your reply").inputValue()).toBe("");
    expect(await assigneeOf(id)).toBe(null);
    await page.goto("/settings/display");
    const keys = page.getByRole("region", { name: "Keyboard shortcuts" });
    await keys.getByText("Reply", { exact: true }).waitFor();
    for (const name of ["Internal note", "Assign to me", "Tags"])
      expect(await keys.getByText(name, { exact: true }).count(), name).toBe(0);
  });

  test("can be turned off in a user's preferences", async () => {
    const { page, id } = await taskOf();
    await page.keyboard.press("?");
    await page.getByRole("link", { name: "Turn off single-key shortcuts" }).click();
    await title(page, "Preferences").waitFor();
    await page.getByRole("region", { name: "Keyboard shortcuts" }).getByText("Internal note").waitFor();
    await page.getByLabel("Single-key shortcuts").uncheck();
    await page.getByRole("button", { name: "Save preferences" }).click();
    await toast(page, "Preferences saved").waitFor();
    await page.goto(`/tasks/${id}`);
    await waitForScripts(page);
    for (const key of ["i", "?", "c", "/"]) await page.keyboard.press(key);
    expect(await page.locator("dialog").count()).toBe(0); // it would open at once
    await page.keyboard.press("Control+k"); // this one still works
    await page.getByRole("dialog").getByRole("combobox").and(focused(page)).waitFor();
    expect([await assigneeOf(id), await page.locator("dialog").count()]).toEqual([null, 1]);
    expect(page.url()).toContain(`/tasks/${id}`);
  });
});

describe("domain B15: single keys during navigation", () => {
  const { server, pageOf } = openDesk({ fresh: true });

  /**
   * Opens the list or a task in a tab with a paused clock. `hold` holds back matching requests until its result is
   * called; `load` lets the scripts that handle keys load.
   */
  async function tabOf(first: "list" | "task") {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: `The lift hums ${ada.id}` });
    const page = await pageOf(ada);
    const load = await holdRequests(page, /\/keys-/);
    await page.clock.install();
    await page.goto(first === "list" ? "/tasks" : `/tasks/${id}`);
    await waitForScripts(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    const assignee = async () =>
      (await server.db.selectFrom("task").select("assignee_id").where("id", "=", id).executeTakeFirstOrThrow())
        .assignee_id;
    return {
      page,
      hold: (what: RegExp) => holdRequests(page, what),
      load,
      assignee,
      id,
      name: `The lift hums ${ada.id}`,
    };
  }
  const DATA = /\.data|_payload\.json/;
  const tasks = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks" });
  const isCovered = (page: Page) =>
    expect
      .poll(async () => {
        await page.clock.runFor(350);
        return page.locator("#content[data-coming]").count();
      })
      .toBe(1);
  /** Waits until the scripts that handle keys have loaded and handled the keys pressed before. */
  const hasKeys = (page: Page, key: string, leadsTo: Locator) =>
    expect
      .poll(async () => {
        await page.keyboard.press(key);
        return leadsTo.and(focused(page)).count();
      })
      .toBe(1);

  /** Goes back from the list to the task: the URL is the task's, but the list is still visible. */
  async function onTheWayBack({ page, hold, id }: Awaited<ReturnType<typeof tabOf>>) {
    await page.getByLabel("Your reply").dispatchEvent("input"); // typed text makes Back request it again
    await tasks(page).click();
    await page.getByRole("table", { name: "Tasks" }).waitFor();
    const answer = await hold(DATA);
    await page.goBack();
    await page.waitForURL(`**/tasks/${id}`);
    return answer;
  }

  test("pressed while the old page is visible do nothing on the next", async () => {
    const tab = await tabOf("task");
    const { page, load, assignee, name } = tab;
    const answer = await onTheWayBack(tab);
    await page.keyboard.press("i");
    answer();
    await title(page, name).waitFor();
    load();
    await hasKeys(page, "r", page.getByLabel("Your reply"));
    await page.getByRole("button", { name: "Assign to me" }).waitFor();
    expect(await assignee()).toBe(null);
  });

  test("act on the visible page, whatever the URL says", async () => {
    const tab = await tabOf("task");
    const { page, load, name } = tab;
    load();
    await hasKeys(page, "r", page.getByLabel("Your reply"));
    const answer = await onTheWayBack(tab);
    await page.keyboard.press("j");
    await page.locator(".row-link").and(focused(page)).waitFor();
    answer();
    await title(page, name).waitFor();
    // It may hold an "r", which is pressed until keys work.
    expect(await page.getByLabel("Your reply").inputValue()).not.toContain("j");
  });

  test("wait for a page whose skeleton is already visible", async () => {
    const { page, hold, load, name } = await tabOf("list");
    load();
    await hasKeys(page, "k", page.locator(".row-link"));
    const answer = await hold(DATA);
    await row(page, name).click();
    await isCovered(page);
    await page.keyboard.press("r");
    expect(await title(page, "Tasks").count()).toBe(1);
    answer();
    await title(page, name).waitFor();
    await page.getByLabel("Your reply").and(focused(page)).waitFor();
  });

  test("do nothing to a page that the next one's skeleton covers", async () => {
    const { page, hold, load, name, assignee } = await tabOf("task");
    load();
    await hasKeys(page, "r", page.getByLabel("Your reply"));
    const answer = await hold(DATA);
    await tasks(page).click();
    await isCovered(page);
    for (const key of ["a", "/"]) await page.keyboard.press(key);
    answer();
    await row(page, name).waitFor();
    await page.locator("#search-tasks").and(focused(page)).waitFor();
    expect(await assignee()).toBe(null);
  });
});

describe("domain B15: commands below the search field", () => {
  const { server, pageOf } = openDesk();
  const box = (page: Page) => page.getByRole("combobox", { expanded: true });
  const list = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
  const option = (page: Page, name: string) => list(page).getByRole("option", { name, exact: true });
  /** Option names without their keys, which screen readers get by other means. */
  const names = (page: Page) =>
    list(page)
      .getByRole("option")
      .evaluateAll((options) =>
        options.map((option) =>
          [...option.childNodes]
            .flatMap((node) => (node.nodeName === "KBD" ? [] : node.textContent))
            .join("")
            .trim(),
        ),
      );

  test("press a task page's buttons and focus its forms, by keyboard alone", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: "The lift hums" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    await page.keyboard.press("Control+k");
    await box(page).and(focused(page)).waitFor();
    await expect
      .poll(() => names(page))
      .toEqual(expect.arrayContaining(["Assign to me", "Reply", "Mark as unread", "New task", "People"]));
    expect(await names(page)).not.toContain("Status: Resolved");
    expect(await names(page)).not.toContain("Settings"); // for admins only
    expect(await box(page).getAttribute("aria-activedescendant")).toBe(null);

    await page.keyboard.type("assign to", { delay: 20 });
    await expect.poll(() => names(page)).toEqual(["Assign to me"]);
    const chosen = list(page).getByRole("option", { name: "Assign to me", selected: true });
    await chosen.waitFor();
    expect(await box(page).getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
    expect(await box(page).getAttribute("aria-controls")).toBe(await list(page).getAttribute("id"));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Assign to me" }).waitFor({ state: "detached" });
    await list(page).waitFor({ state: "detached" });
    expect(page.url()).toContain(`/tasks/${id}`);

    // Assigning puts it in progress; the form has to know before it sends another status.
    await expect.poll(() => page.getByLabel("Status", { exact: true }).inputValue()).toBe("in_progress");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("status resol", { delay: 20 });
    await expect.poll(() => names(page)).toEqual(["Status: Resolved"]);
    await page.keyboard.press("Enter");
    await toast(page, SAVED).waitFor();
    const { status } = await server.db
      .selectFrom("task")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("resolved");

    await page.keyboard.press("Control+k");
    await page.keyboard.type("internal", { delay: 20 });
    await expect.poll(() => names(page)).toEqual(["Internal note"]);
    await page.keyboard.press("Enter");
    await page.getByLabel("Your note").and(focused(page)).waitFor();

    await page.keyboard.press("Control+k");
    await list(page).waitFor();
    await page.keyboard.press("Escape");
    await list(page).waitFor({ state: "detached" });
  });

  test("offer a requester only their own actions and pages", async () => {
    const rita = await aRequester(server.db, { name: "Rita" });
    const { id } = await aTask(server.db, { requester: rita, title: "My lift hums" });
    const page = await pageOf(rita, `/tasks/${id}`);
    await waitForScripts(page);
    // A page offers its commands once its scripts are running.
    await expect.poll(() => page.keyboard.press("Control+k").then(() => option(page, "Reply").isVisible())).toBe(true);
    const all = await names(page);
    expect(all).toEqual(expect.arrayContaining(["Reply", "New request", "Requests", "Mark as unread"]));
    for (const name of ["Assign to me", "Internal note", "Edit title", "People", "Macros", "Settings"]) {
      expect(all).not.toContain(name);
    }
  });

  test("open a task by number, a view, a page and the full search; Enter alone searches", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id } = await aTask(server.db, { title: "The gate squeaks" });
    await pinView(server.db, ada, "overdue", "pin", Date.now());
    const page = await pageOf(ada, "/tasks");
    await waitForScripts(page);
    await page.keyboard.press("Control+k");
    await list(page).getByRole("group", { name: "Views" }).getByRole("option", { name: "Overdue" }).click();
    await title(page, "Overdue").waitFor();
    await page.keyboard.press("Control+k");
    await list(page).waitFor();
    await page.keyboard.type(`${id}`);
    await option(page, `#${id} The gate squeaks New`).waitFor();
    await page.keyboard.press("Enter");
    await title(page, "The gate squeaks").waitFor();

    await page.goto("/users");
    await waitForScripts(page);
    await page.keyboard.press("Meta+k");
    await page.keyboard.type("gate", { delay: 20 });
    await option(page, "Search everywhere for “gate”").click();
    await title(page, "Search").waitFor();
    await row(page, "The gate squeaks").waitFor();

    await page.keyboard.press("Control+k"); // selects the whole query, which then counts as empty
    await option(page, "Home").waitFor();
    await page.keyboard.type("notif", { delay: 20 });
    await expect
      .poll(() => names(page))
      .toEqual(["Notifications", "Notification settings", "Search everywhere for “notif”"]);
    await page.keyboard.press("Enter");
    await title(page, "Notifications").waitFor();

    // "/" searches the current list: Enter runs no command unless one is highlighted.
    await page.goto("/tasks");
    await waitForScripts(page);
    await page.keyboard.press("/");
    await page.keyboard.type("new", { delay: 20 });
    await option(page, "New task").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/tasks" && url.searchParams.get("q") === "new");
  });
});

describe("domain A24: arriving at a page", () => {
  const { server, pageOf } = openDesk();
  const liveRegion = (page: Page) => page.locator("p[aria-live=polite]");

  test("announces its title and focuses its content, wherever the navigation started", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    await aTask(server.db, { title: "The gate squeaks" });
    const page = await pageOf(ada, "/tasks");
    await waitForScripts(page);
    expect(await liveRegion(page).textContent()).toBe(""); // a screen reader reads a new document's title itself
    const place = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    await place("People").focus();
    await page.keyboard.press("Enter");
    await title(page, "People").waitFor();
    await page.locator("main").and(focused(page)).waitFor();
    await expect.poll(() => liveRegion(page).textContent()).toMatch(/^People/);

    await place("Tasks").click();
    await row(page, "The gate squeaks").focus();
    await page.keyboard.press("Enter");
    await title(page, "The gate squeaks").waitFor();
    await expect.poll(() => liveRegion(page).textContent()).toMatch(/^#\d+ The gate squeaks/);
    await page.locator("main").and(focused(page)).waitFor();
  });

  test("announces nothing when a list is only filtered, and j focuses its first row", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const page = await pageOf(ada, "/tasks");
    await waitForScripts(page);
    await page.locator("#search-tasks").focus();
    await page.keyboard.type("gate");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=gate/);
    await title(page, "Tasks").waitFor();
    await page.locator("main").and(focused(page)).waitFor();
    await page.keyboard.press("j");
    await row(page, "The gate squeaks").and(focused(page)).waitFor();
    expect(await page.getByRole("listbox").count()).toBe(0);
    expect(await liveRegion(page).textContent()).toBe("");
  });
});
