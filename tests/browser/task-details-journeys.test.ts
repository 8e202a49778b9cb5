import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { holdRequests, openDesk } from "../support/desk";
import { aCustomField, anAgent, aRequester, aTask } from "../support/factories";
import { SAVED, saveFields } from "../support/task-fields";

describe.each(JAVASCRIPT_MODES)("details of a task, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });
  beforeAll(async () => {
    const { db } = server;
    await aCustomField(db, { key: "device", label: "Device", types: ["incident"], visibility: "requester_write" });
    await aCustomField(db, { key: "cost", label: "Cost", kind: "number", types: ["request"] });
    await aCustomField(db, { key: "cause", label: "Cause", types: ["incident"], required: "resolve" });
  });

  /** Where the page reports the result of a form. */
  const formResult = (page: Page) =>
    javaScriptEnabled ? page.getByRole("region", { name: "Notifications" }) : page.locator(".flash-line");

  test("a new task's fields follow its type, and typed text isn't lost on the way (domain B2)", async () => {
    const page = await pageOf(await anAgent(server.db), "/tasks/new");
    await page.getByLabel("Title").fill("A second screen");
    await page.getByLabel("Device").fill("A-2240");
    await page.getByLabel("Type").selectOption("Request");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Update fields" }).click();
    await page.getByLabel("Cost").fill("lots");
    expect(await page.getByLabel("Device").count()).toBe(0);
    await page.getByLabel("Description").fill("For the crane hall.");
    await page.getByRole("button", { name: "Create task" }).click();

    await page.getByText("Enter a number such as 12 or 3.5.").last().waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("A second screen");
    expect(await page.getByLabel("Cost").inputValue()).toBe("lots");
    await page.getByLabel("Cost").fill("129,50");
    await page.getByRole("button", { name: "Create task" }).click();
    await page.getByRole("heading", { level: 1, name: "A second screen" }).waitFor();
    expect(await page.getByLabel("Cost").inputValue()).toBe("129.5");
  });

  test("a task that needs a cause can't be resolved without it", async () => {
    const { id } = await aTask(server.db);
    const page = await pageOf(await anAgent(server.db), `/tasks/${id}`);
    await page.getByLabel("Status", { exact: true }).selectOption("Resolved");
    await saveFields(page);
    await page.getByText("Enter or choose a value for Cause.").last().waitFor();
    expect(await page.getByLabel("Status", { exact: true }).inputValue()).toBe("resolved");
    await page.getByLabel("Cause").fill("A loose cable");
    await saveFields(page);
    await page.getByRole("region", { name: "History" }).getByText("A loose cable").waitFor();
  });

  test("an undo from the history shows the stored value and keeps text being typed", async () => {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const page = await pageOf(ada, `/tasks/${id}`);
    const save = async () => {
      await saveFields(page);
      await expect.poll(() => formResult(page).innerText()).toMatch(SAVED);
    };
    await page.getByLabel("Device").fill("A-2240");
    await page.getByLabel("Cause").fill("Dust");
    await save();
    await page.getByLabel("Cause").fill("A loose cable");
    await page
      .getByRole("button", { name: /^Undo.*Device/ })
      .last()
      .click();
    await expect.poll(() => formResult(page).innerText()).toContain("Undone");
    expect(await page.getByLabel("Device").inputValue()).toBe("");
    if (!javaScriptEnabled) return; // typed text goes with the page
    expect(await page.getByLabel("Cause").inputValue()).toBe("A loose cable");
    // Each field is saved by itself: undoing one is no conflict for the other.
    await page.getByRole("region", { name: "History" }).getByText("A loose cable").waitFor();
    await page.reload();
    expect(await page.getByLabel("Device").inputValue()).toBe("");
    expect(await page.getByLabel("Cause").inputValue()).toBe("A loose cable");
  });

  /** A task with a saved device and a save of "Dust" as its cause under way. */
  async function savingItsCause() {
    const { id } = await aTask(server.db);
    const page = await pageOf(await anAgent(server.db), `/tasks/${id}`);
    await page.getByLabel("Device").fill("A-2240");
    await saveFields(page);
    await expect.poll(() => formResult(page).innerText()).toMatch(SAVED);
    const release = await holdRequests(page, /\/tasks\/\d+\.data/);
    await page.getByLabel("Cause").fill("Dust");
    await saveFields(page);
    await page.getByLabel("Cause").fill("A loose cable");
    return { page, release, undo: page.getByRole("button", { name: /^Undo.*Device/ }).last() };
  }
  const isSaved = async (page: Page) => {
    await page.getByRole("region", { name: "History" }).getByText("A loose cable").waitFor();
    expect(await page.getByLabel("Device").inputValue()).toBe("");
    expect(await page.getByLabel("Cause").inputValue()).toBe("A loose cable");
  };

  test.runIf(javaScriptEnabled)("a field typed in while it's being saved keeps its text through an undo", async () => {
    const { page, release, undo } = await savingItsCause();
    await undo.click();
    release();
    await formResult(page).getByText("Undone").waitFor();
    await isSaved(page);
  });

  test.runIf(javaScriptEnabled)("a save that waits for an undo keeps its text", async () => {
    const { page, release, undo } = await savingItsCause();
    const releaseUndo = await holdRequests(page, /\/undo\/\d+\.data/);
    const asked = page.waitForRequest(/\/undo\/\d+\.data/);
    await undo.evaluate((button: HTMLButtonElement) => button.click()); // the focus stays in the field
    release();
    await asked;
    await saveFields(page);
    releaseUndo();
    await formResult(page).getByText("Undone").waitFor();
    await isSaved(page);
  });

  test("saving after a refused field doesn't revert another agent's change", async () => {
    const { id } = await aTask(server.db);
    const [one, two] = [await pageOf(await anAgent(server.db)), await pageOf(await anAgent(server.db))];
    for (const page of [one, two]) await page.goto(`/tasks/${id}`);
    await one.getByLabel("Device").fill("A-2240");
    await saveFields(one);
    await expect.poll(() => formResult(one).innerText()).toMatch(SAVED);

    await two.getByLabel("Tags").fill("no?tag");
    await saveFields(two);
    await two.getByText("can't be a tag").first().waitFor();
    await two.getByLabel("Tags").fill("net");
    await saveFields(two);
    await expect.poll(() => formResult(two).innerText()).toMatch(SAVED);
    await expect.poll(() => two.getByLabel("Device").inputValue()).toBe("A-2240");
  });

  test.runIf(javaScriptEnabled)("text typed while a refused form's data still reloads stays", async () => {
    const { id } = await aTask(server.db);
    const page = await pageOf(await anAgent(server.db));
    await page.goto(`/tasks/${id}`);
    let readAnew = () => {};
    const isTyped = new Promise<void>((done) => {
      readAnew = done;
    });
    await page.route(/\.data\?.*_routes=/, async (route) => {
      await isTyped;
      await route.continue();
    });
    const arrived = page.waitForResponse((answer) => /\.data\?.*_routes=/.test(answer.url()));
    await page.getByLabel("Tags").fill("no?tag");
    await saveFields(page);
    await page.getByText("can't be a tag").first().waitFor();
    await page.getByLabel("Tags").fill("net");
    await page.getByLabel("Device").fill("A-2240");
    readAnew();
    await arrived;
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    expect(await page.getByLabel("Tags").inputValue()).toBe("net");
    expect(await page.getByLabel("Device").inputValue()).toBe("A-2240");
    await page.getByLabel("Device").and(page.locator(":focus")).waitFor();
  });

  test("a requester fills in the field open to them and doesn't see internal ones", async () => {
    const rita = await aRequester(server.db);
    const { id } = await aTask(server.db, { requester: rita });
    const page = await pageOf(rita, `/tasks/${id}`);
    expect(await page.getByText("Cause").count()).toBe(0);
    await page.getByLabel("Device").fill("A-2240");
    await page.getByRole("button", { name: "Save details" }).click();
    await expect.poll(() => formResult(page).innerText()).toContain("Details saved");
    expect(await page.getByLabel("Device").inputValue()).toBe("A-2240");
  });

  test("an agent adds, ticks, renames and removes checklist items", async () => {
    const { id } = await aTask(server.db);
    const page = await pageOf(await anAgent(server.db, { name: "Ada" }), `/tasks/${id}`);
    const list = page.getByRole("region", { name: "Checklist" });
    for (const text of ["Order", "Lay"]) {
      await list.getByLabel("New item").fill(text);
      await list.getByRole("button", { name: "Add item" }).click();
      await list.getByRole("button", { name: text, exact: true }).waitFor();
    }
    await list.getByRole("button", { name: "Order", exact: true }).click();
    await list.getByText("1 of 2 done").waitFor();
    await list.getByRole("button", { name: "Order", pressed: true }).waitFor();

    await list.getByText("Edit “Lay”").click();
    await list.getByLabel("Text").last().fill("Lay the cable");
    await list.getByRole("button", { name: "Save item" }).last().click();
    await list.getByRole("button", { name: "Lay the cable", exact: true }).waitFor();

    await list.getByText("Edit “Order”").click();
    await list.getByRole("button", { name: "Remove" }).first().click();
    await list.getByText("0 of 1 done").waitFor();
    await formResult(page).getByRole("button", { name: "Undo" }).click();
    await list.getByText("1 of 2 done").waitFor();
  });

  test.runIf(javaScriptEnabled)("an error or a question gets the focus, because Save is far below it", async () => {
    const { id } = await aTask(server.db, { type: "request", status: "in_progress" });
    await server.db.insertInto("checklist_item").values({ task_id: id, position: 1, text: "Order" }).execute();
    const page = await pageOf(await anAgent(server.db, { name: "Ada" }), `/tasks/${id}`);
    const form = page.getByRole("form", { name: "Task", exact: true });
    await form.getByLabel("Requester").fill("Nobody of this name");
    await saveFields(page);
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("No one has this name"));

    await page.reload();
    await form.getByLabel("Status").selectOption("Resolved");
    await saveFields(page);
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("item isn't ticked"));
    const status = server.db.selectFrom("task").select("status").where("id", "=", id);
    expect(await status.executeTakeFirst()).toEqual({ status: "in_progress" });
  });
});
