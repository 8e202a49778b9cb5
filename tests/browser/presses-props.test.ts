import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import { saveMacro } from "~/features/macros/macros.server";
import { openDemoDesk } from "../support/demo-pages";
import { holdRequests, openDesk, waitForScripts } from "../support/desk";
import { aKey, anAdmin, anAgent, aTask, NOON } from "../support/factories";
import { countPresses } from "../support/presses";
import { saveFields } from "../support/task-fields";

const fields = (page: Page) => page.getByRole("form", { name: "Task" });
const said = (page: Page, text: string) => page.locator(".toast", { hasText: text });

describe("fields that save themselves", () => {
  const { server, pageOf } = openDesk({ keepFolded: true });
  const row = (id: number) => server.db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const savesOf = (id: number) =>
    server.db
      .selectFrom("change_set")
      .select("id")
      .where("task_id", "=", id)
      .execute()
      .then((sets) => sets.length);

  async function aPage(task: Parameters<typeof aTask>[1] = {}) {
    const { id } = await aTask(server.db, task);
    const page = await pageOf(await anAgent(server.db, { name: "Ada" }), `/tasks/${id}`);
    await waitForScripts(page);
    return { id, page, presses: countPresses(page) };
  }

  test("changing the priority takes two presses; the toast says what changed and undoes it", async () => {
    const { id, page, presses } = await aPage();
    await presses.choose(fields(page).getByLabel("Priority"), "High");
    await said(page, `Priority of #${id} set to High`).waitFor();
    expect(presses.count).toBe(2);
    expect(await row(id)).toMatchObject({ priority: 3, version: 2 });
    expect(await fields(page).getByRole("button", { name: "Save changes" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Undo" }).click();
    await said(page, "Undone").waitFor();
    await expect.poll(() => fields(page).getByLabel("Priority").inputValue()).toBe("normal");
  });

  test("by keyboard alone, arrows browse the list and Enter saves the choice", async () => {
    const { id, page } = await aPage();
    await fields(page).getByLabel("Priority").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const chosen = await fields(page).getByLabel("Priority").inputValue();
    expect([chosen === "normal", await savesOf(id)]).toEqual([false, 0]);
    await page.keyboard.press("Enter");
    await said(page, `Priority of #${id} set to`).waitFor();
    expect(await savesOf(id)).toBe(1);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab"); // leaving the list saves as well
    await expect.poll(() => savesOf(id)).toBe(2);
  });

  test("text is saved on Enter or when the focus leaves its field, and shown as stored", async () => {
    const { id, page } = await aPage();
    await fields(page).getByLabel("Tags").fill("VPN  net");
    await fields(page).getByLabel("Due").focus();
    await said(page, `Tags of #${id} set to net, vpn`).waitFor();
    await expect.poll(() => fields(page).getByLabel("Tags").inputValue()).toBe("net, vpn");
    await page.keyboard.press("e"); // typed into a date field: no shortcut
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("e");
    await fields(page).getByLabel("Title").fill("  A better title ");
    await page.keyboard.press("Enter");
    await said(page, `Title of #${id} set to A better title`).waitFor();
    await expect.poll(() => fields(page).getByLabel("Title").inputValue()).toBe("A better title");
  });

  test("changes made during a save, even to the same field, all arrive before the page is left", async () => {
    const { id, page } = await aPage({ tags: ["lamp"] });
    const release = await holdRequests(page, /\/tasks\/\d+\.data/);
    await fields(page).getByLabel("Priority").selectOption("High");
    await fields(page).getByLabel("Status").selectOption({ label: "In progress" });
    await fields(page).getByLabel("Priority").selectOption("Low");
    await fields(page).getByLabel("Tags").fill("lamp, noise");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click();
    release();
    await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
    expect(await row(id)).toMatchObject({ priority: 1, status: "in_progress" });
    const tags = await server.db.selectFrom("task_tag").select("tag").where("task_id", "=", id).execute();
    expect(tags.map(({ tag }) => tag).sort()).toEqual(["lamp", "noise"]);
  });

  test("a change that can't be sent stays in its field and is saved by the button", async () => {
    const { id, page } = await aPage();
    await page.route(/\/tasks\/\d+\.data/, (route) => route.abort());
    await fields(page).getByLabel("Priority").selectOption("High");
    await said(page, "The server couldn't be reached.").waitFor();
    expect(await fields(page).getByLabel("Priority").inputValue()).toBe("high");
    await page.unrouteAll();
    await saveFields(page);
    await said(page, `Priority of #${id} set to High`).waitFor();
  });

  test("a refused field keeps its text, even behind More, and is saved by the button", async () => {
    const { id, page } = await aPage();
    await fields(page).getByText("More", { exact: true }).click();
    await fields(page).getByLabel("Requester").fill("Nobody of this name");
    await page.keyboard.press("Enter");
    await fields(page).getByRole("alert").waitFor();
    expect(await fields(page).getByLabel("Requester").inputValue()).toBe("Nobody of this name");
    await anAgent(server.db, { name: "Zoe Ruiz" });
    await fields(page).getByLabel("Requester").fill("Zoe Ruiz");
    await fields(page).getByRole("button", { name: "Save changes" }).click();
    await said(page, `Requester of #${id} set to Zoe Ruiz`).waitFor();
  });

  test("moving the focus off a control that isn't a field saves nothing and throws no error", async () => {
    const { id, page } = await aPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await fields(page).getByText("More", { exact: true }).click(); // the summary has the focus
    await fields(page).getByRole("link", { name: "View as requester" }).focus();
    await fields(page).getByRole("button", { name: "Mark as spam" }).focus();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    expect(errors).toEqual([]);
    expect(await savesOf(id)).toBe(0);
  });

  test("taking a task, or taking it over, is one press", async () => {
    const { id, page, presses } = await aPage();
    await presses.click(page.getByRole("button", { name: "Assign to me" }));
    await said(page, "Task assigned to you").waitFor();
    expect(presses.count).toBe(1);
    const bob = await pageOf(await anAgent(server.db, { name: "Bob" }), `/tasks/${id}`);
    await bob.getByRole("button", { name: "Take over from Ada" }).click();
    await said(bob, "Task assigned to you").waitFor();
  });
});

/** Names of the visible links, buttons and fields, without links in message text. */
const controlsIn = (parts: Locator) =>
  parts.evaluateAll((all) =>
    all
      .flatMap((part) => [part, ...part.querySelectorAll("*")])
      .filter((element) => element.matches("a[href], button, summary, select, textarea, input:not([type=hidden])"))
      .filter((element) => !element.closest(".message-body"))
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => element.getClientRects().length > 0)
      .map(
        (element) => element.getAttribute("name") ?? element.getAttribute("aria-label") ?? element.textContent?.trim(),
      ),
  );

describe("the busiest task of the demo", () => {
  const desk = openDemoDesk({ keepFolded: true });

  test("shows an agent at most 20 controls before anything is opened", async () => {
    const page = await desk.pageOf(desk.cast.ada, `/tasks/${desk.task}`);
    await waitForScripts(page);
    const shown = await controlsIn(page.getByRole("main"));
    expect(shown.length, shown.join(" | ")).toBeLessThanOrEqual(20);
  });
});

describe("the page of a plain task", () => {
  const { server, pageOf } = openDesk({ keepFolded: true });

  /** Everything but the header and the composers, which have tests of their own. */
  const MINE = ".task-macros, .task-main > details, .task-side, .task-more";

  test("shows at most 14 controls besides the header, the messages and the composers", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db, { tags: ["lamp"] });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    const shown = await controlsIn(page.locator(MINE));
    expect(shown.length, shown.join(" | ")).toBeLessThanOrEqual(14);
  });

  test("shows how many changes the folded history has, and a link to it opens it", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    const history = page.getByRole("region", { name: "History" });
    await history.getByText("1 change", { exact: true }).click();
    await history.getByText("created the task").waitFor();

    // A link from another page unfolds the section.
    await page.goto("/tasks");
    await waitForScripts(page);
    await page
      .getByRole("link", { name: "Printer on fire" })
      .first()
      .evaluate((link: HTMLAnchorElement, to) => {
        link.href = to;
        link.click();
      }, `/tasks/${id}#history`);
    await history.getByText("created the task").waitFor();
  });
});

describe.each([true, false])("the menu of a message, with scripts: %s", (javaScriptEnabled) => {
  const { server, pageOf } = openDesk({ javaScriptEnabled });

  test("offers rare actions and opens the split page with its message selected", async () => {
    const admin = await anAdmin(server.db, { name: "Ada" });
    const { id } = await aTask(server.db);
    const page = await pageOf(admin, `/tasks/${id}`);
    const article = page.getByRole("region", { name: "Conversation" }).getByRole("article").first();
    expect(await article.getByRole("link", { name: "Redact" }).isVisible()).toBe(false);
    await article.hover();
    await article
      .locator("summary")
      .filter({ hasText: /Actions for .*'s message/ })
      .click();
    await article.getByRole("link", { name: "Redact" }).waitFor();
    await article.getByRole("link", { name: "Split into new task" }).click();
    await page.getByRole("heading", { name: `Split #${id}` }).waitFor();
    await expect.poll(() => page.locator("[name=message]:checked").count()).toBe(1);
  });
});

describe("pages that open over a task", () => {
  const { server, pageOf } = openDesk({ keepFolded: true });

  test("a macro reply takes three presses in a dialog over the task", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const form = { name: "Ask for the label", scope: "personal", team: null, kind: "reply", actions: {} } as const;
    await saveMacro(server.db, ada, { ...form, text: "Which label is on it?", requestKey: aKey() }, NOON);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    const presses = countPresses(page);
    await presses.click(page.getByRole("link", { name: "Use a macro" }));
    const dialog = page.getByRole("dialog", { name: "Use a macro" });
    await dialog.getByRole("link", { name: "Ask for the label" }).and(page.locator(":focus")).waitFor();
    await presses.press("Enter");
    await dialog.getByLabel("Your reply").and(page.locator(":focus")).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/tasks/${id}`);
    // A field that saves itself behind the dialog doesn't close it.
    await fields(page)
      .getByLabel("Priority")
      .evaluate((select: HTMLSelectElement) => {
        select.value = "high";
        select.dispatchEvent(new Event("change", { bubbles: true }));
      });
    await said(page, `Priority of #${id} set to High`).waitFor();
    await presses.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Conversation" }).getByText("Which label is on it?").waitFor();
    expect(presses.count).toBe(3);
  });

  test("merging a duplicate by its title takes four presses; Escape closes and returns the focus", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id: kept } = await aTask(server.db, { title: "The zebra printer jams" });
    const { id } = await aTask(server.db, { title: "Zebra printer again" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    const presses = countPresses(page);
    await presses.click(page.getByRole("region", { name: "Related tasks" }).locator("summary"));
    const link = page.getByRole("link", { name: "Merge", exact: true });
    await presses.click(link);
    const dialog = page.getByRole("dialog", { name: `Merge #${id}` });
    await dialog.getByLabel(`Merge #${id} into`).and(page.locator(":focus")).waitFor();
    await presses.type("zebra jams");
    await presses.click(dialog.getByRole("link", { name: "The zebra printer jams" }));
    await dialog
      .getByRole("region", { name: `#${kept}` })
      .getByText("It burns.")
      .waitFor();
    await page.keyboard.press("Escape");
    await link.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await dialog.getByLabel(`Merge #${id} into`).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("zebra jams");
    await dialog.getByRole("link", { name: "The zebra printer jams" }).click();
    await presses.click(dialog.getByRole("button", { name: `Merge #${id} into #${kept}` }));
    await page.getByRole("heading", { level: 1, name: "The zebra printer jams" }).waitFor();
    expect(presses.count).toBe(4);
  });

  test("Compare tasks takes the only match, and a task can be picked again after other words", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id: kept } = await aTask(server.db, { title: "The ibex copier jams", body: "It eats paper." });
    await addNote(server.db, ada, kept, { body: "Ordered a part.", requestKey: aKey(), anyway: true }, NOON + 1);
    await aTask(server.db, { title: "The ibex fence is open" });
    const { id } = await aTask(server.db, { title: "Copier again" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    await page.getByRole("region", { name: "Related tasks" }).locator("summary").click();
    await page.getByRole("link", { name: "Merge", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Merge #${id}` });
    const words = dialog.getByLabel(`Merge #${id} into`, { exact: true });
    const side = dialog.getByRole("region", { name: `#${kept}` });
    await words.fill("ibex");
    await dialog.getByRole("button", { name: "Compare tasks" }).click();
    await dialog.getByText("Several tasks match.").waitFor();
    await words.fill("ibex jams");
    await dialog.getByRole("button", { name: "Compare tasks" }).click();
    await side.getByText("It eats paper.").waitFor();
    await side.getByText("Ordered a part.").waitFor();
    for (const text of ["copier jams", "ibex"]) {
      await words.fill(text);
      await side.waitFor({ state: "detached" });
      await dialog.getByRole("link", { name: "The ibex copier jams" }).click();
      await side.getByText("It eats paper.").waitFor();
    }
  });

  test("an agent adds a link by the other task's title", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id: other } = await aTask(server.db, { title: "The okapi scanner is slow" });
    const { id } = await aTask(server.db, { title: "Scanner driver" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await waitForScripts(page);
    await page.getByRole("region", { name: "Related tasks" }).locator("summary").click();
    await page.getByRole("link", { name: "Link to other tasks" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Task number or title").fill("walrus");
    await dialog.getByText("No task matches.").waitFor();
    await dialog.getByLabel("Task number or title").fill("okapi");
    await dialog.getByRole("button", { name: "Add link" }).click(); // searches, as typing does
    await dialog.getByRole("button", { name: `The okapi scanner is slow #${other}, New` }).click();
    await dialog.waitFor({ state: "detached" }); // the section below it is still open
    await page.getByRole("link", { name: "The okapi scanner is slow" }).waitFor();
  });
});

describe("without scripts", () => {
  const { server, pageOf } = openDesk({ javaScriptEnabled: false, keepFolded: true });

  test("the button saves the priority, and the merge page finds a duplicate by its title", async () => {
    const ada = await anAgent(server.db, { name: "Ada" });
    const { id: kept } = await aTask(server.db, { title: "The zebra printer jams" });
    const { id } = await aTask(server.db, { title: "Zebra printer again" });
    const page = await pageOf(ada, `/tasks/${id}`);
    await fields(page).getByLabel("Priority").selectOption("High");
    await fields(page).getByRole("button", { name: "Save changes" }).click();
    await page.locator(".flash-line", { hasText: `Priority of #${id} set to High` }).waitFor();
    await page.goto(`/tasks/${id}/merge`);
    await page.getByLabel(`Merge #${id} into`).fill("zebra jams");
    await page.getByRole("button", { name: "Compare tasks" }).click(); // only one matches
    await page.getByRole("button", { name: `Merge #${id} into #${kept}` }).click();
    await page.getByRole("heading", { level: 1, name: "The zebra printer jams" }).waitFor();
  });
});
