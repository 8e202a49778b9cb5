import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { aCustomField, anAdmin, anAgent, aTask } from "../support/factories";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Whether nothing on the page is wider than its window. */
async function fits(page: Page) {
  await page.waitForLoadState(); // a page that was just opened may not have its styles yet
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}

describe.each(JAVASCRIPT_MODES)("rules, $mode on $engine", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled });

  test("an admin rehearses a rule, adds it, and undoes what it did", async () => {
    const admin = await anAdmin(server.db);
    await aTask(server.db, { title: "Fire in the past", at: Date.now() - 86_400_000 });
    const page = await pageOf(admin, "/settings");
    await page.getByRole("link", { name: "Rules", exact: true }).click();
    await page.getByRole("link", { name: "Add rule" }).click();
    await field(page, "Name").fill("Fires first");
    await field(page, "When").selectOption("Task created");
    await field(page, "Only if").fill("fire -priority:urgent");
    await field(page, "Action 1").selectOption("Set priority");
    await field(page, "Value 1").fill("gigantic");
    await field(page, "Enabled").check();
    await press(page, "Add rule");
    await page.getByText("There's no priority “gigantic”.").first().waitFor();
    expect(await field(page, "Only if").inputValue()).toBe("fire -priority:urgent");
    await field(page, "Value 1").fill("Urgent");
    await press(page, "Rehearse");
    await page.getByText("The rule would have run once on 1 task.").waitFor();
    await page.getByRole("link", { name: /Fire in the past/ }).waitFor();
    expect(await server.db.selectFrom("rule").select("id").where("name", "=", "Fires first").execute()).toEqual([]);
    await press(page, "Add rule");
    const row = page.getByRole("table", { name: "Rules" }).getByRole("row").filter({ hasText: "Fires first" });
    await row.getByText("Set priority: Urgent").waitFor();
    await row.getByRole("button", { name: "Move up Fires first" }).click();
    await page.locator(".toast, .flash-line").filter({ hasText: "Fires first moved up" }).waitFor();

    const { id } = await aTask(server.db, { title: "Fire in the kitchen", at: Date.now() });
    await row.getByRole("link", { name: "Fires first" }).click();
    await page.getByRole("heading", { level: 1, name: "Fires first" }).waitFor();
    const log = page.getByRole("table", { name: "Run log" });
    await expect
      .poll(
        async () => {
          await page.reload();
          return log.count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await log.getByText("Priority: Urgent").waitFor();
    await log.getByText(/Because the task was created and fire/).waitFor();
    await page.goto(`${server.origin}/tasks/${id}#history`);
    await page.getByText(/by rule "Fires first" because/).waitFor({ state: "attached" });
    await page.goBack();
    await log.getByRole("button", { name: "Undo" }).click();
    await log.getByText("Undone").waitFor();
    const task = await server.db.selectFrom("task").select("priority").where("id", "=", id).executeTakeFirstOrThrow();
    expect(task.priority).toBe(2);

    await field(page, "Enabled").uncheck();
    await press(page, "Save rule");
    await row.getByText("Disabled").waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await fits(page)).toBe(true);
    await row.getByRole("link", { name: "Fires first" }).click();
    await page.getByRole("heading", { level: 1, name: "Fires first" }).waitFor();
    expect(await fits(page)).toBe(true);
    await press(page, "Delete rule");
    await row.waitFor({ state: "detached" });
  });

  test("the form shows the fields for changes only to rules on task changes", async () => {
    await aCustomField(server.db, { key: "location", label: "Location" });
    const page = await pageOf(await anAdmin(server.db), "/settings/rules/new");
    const [listed, newly] = [field(page, "Changed fields"), field(page, "Run only when a task starts to match")];
    await field(page, "When").selectOption("Message added");
    expect([await listed.isVisible(), await newly.isVisible()]).toEqual([false, false]);
    await field(page, "When").selectOption("Task changed");
    expect([await listed.isVisible(), await newly.isVisible()]).toEqual([true, true]);
    await field(page, "Name").fill("Narrow");
    await listed.fill("priority, colour");
    await field(page, "Only if").fill("priority:high");
    await newly.check();
    await field(page, "Action 1").selectOption("Set field");
    await field(page, "Value 1").fill("Planet: Mars");
    await press(page, "Add rule");
    await page.getByText("There's no custom field “Planet”.").first().waitFor();
    await page
      .getByText(/There's no field “colour”/)
      .first()
      .waitFor();
    expect(await newly.isChecked()).toBe(true);
    await listed.fill("Priority");
    await field(page, "Value 1").fill("Location: Berlin");
    await press(page, "Add rule");
    const row = page.getByRole("table", { name: "Rules" }).getByRole("row").filter({ hasText: "Narrow" });
    await row.getByText("Task changed (priority)").waitFor();
    await row.getByText("Set field: Location: Berlin").waitFor();
    await row.getByRole("link", { name: "Narrow" }).click();
    await page.getByRole("heading", { level: 1, name: "Narrow" }).waitFor();
    expect([await listed.inputValue(), await newly.isChecked()]).toEqual(["priority", true]);
  });

  test.runIf(javaScriptEnabled)("an action's values are suggested, by keyboard and by mouse", async () => {
    const ada = await anAgent(server.db, { name: "Ada Byron" });
    const page = await pageOf(await anAdmin(server.db), "/settings/rules/new");
    const [kind, value] = [field(page, "Action 1"), field(page, "Value 1")];
    const option = (name: string | RegExp) => page.getByRole("option", { name });
    await field(page, "Name").fill("Chosen from lists");
    await kind.selectOption("Set priority");
    await value.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("listbox", { name: "Set priority" }).waitFor();
    await page.getByRole("status").filter({ hasText: "4 suggestions" }).waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await option("Urgent").waitFor({ state: "detached" });
    await page.keyboard.type("urg");
    await option("Urgent").and(page.locator("[aria-selected=true]")).waitFor();
    await page.keyboard.press("Enter");
    await option("Urgent").waitFor({ state: "detached" });
    expect(await value.inputValue()).toBe("Urgent");

    await field(page, "Action 2").selectOption("Notify");
    await field(page, "Value 2").click();
    await option(/^leads/).click();
    await page.keyboard.type("byr");
    await option(/Ada Byron/).waitFor();
    await page.keyboard.press("Enter");
    expect(await field(page, "Value 2").inputValue()).toBe("leads, Ada Byron, ");

    // Multi-line text survives a switch to another action and back, and Enter adds a line to it.
    await field(page, "Action 3").selectOption("Add note");
    await field(page, "Value 3").focus();
    await page.keyboard.type("One");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Two");
    await field(page, "Action 3").selectOption("Set status");
    await field(page, "Value 3").click();
    await option("Resolved").waitFor();
    await field(page, "Action 3").selectOption("Add note");
    expect(await field(page, "Value 3").inputValue()).toBe("One\nTwo");

    await page.setViewportSize({ width: 390, height: 800 });
    await value.click();
    await option("Low").waitFor();
    expect(await fits(page)).toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    const row = page.getByRole("table", { name: "Rules" }).getByRole("row").filter({ hasText: "Chosen from lists" });
    await row.getByText(`Set priority: Urgent; Notify: leads, ${ada.name}; Add note: One`).waitFor();
    await row.getByRole("link", { name: "Chosen from lists" }).click();
    await page.getByRole("heading", { level: 1, name: "Chosen from lists" }).waitFor();
    expect(await value.inputValue()).toBe("Urgent");
  });

  test("a macro sets fields and adds watchers", async () => {
    const ada = await anAgent(server.db, { name: "Ada Lovelace" });
    await aCustomField(server.db, { key: "floor", label: "Floor", kind: "number" });
    const { id } = await aTask(server.db, { at: Date.now() });
    const page = await pageOf(ada, "/macros/new");
    await field(page, "Name").fill("Move in");
    await field(page, "Message type").selectOption("No message");
    await field(page, "Set fields").fill("Floor: high");
    await field(page, "Add watchers").fill("Ada Lovelace");
    await press(page, "Add macro");
    await page
      .getByText(/“Floor: high”: /)
      .first()
      .waitFor();
    expect(await field(page, "Add watchers").inputValue()).toBe("Ada Lovelace");
    await field(page, "Set fields").fill("Floor: 3");
    await press(page, "Add macro");
    await page.getByText("Floor: 3; Add watchers: Ada Lovelace").waitFor();
    await page.goto(`${server.origin}/tasks/${id}/macros`);
    await page.getByRole("link", { name: "Move in" }).click();
    expect(await field(page, "Set fields").inputValue()).toBe("Floor: 3");
    await press(page, "Change task");
    await page.locator(".toast, .flash-line").first().waitFor();
    const values = server.db.selectFrom("task_field").select(["key", "value"]).where("task_id", "=", id);
    expect(await values.execute()).toEqual([{ key: "floor", value: "3" }]);
    await page.locator(".toast, .flash-line").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => values.execute()).toEqual([]);
    expect(await server.db.selectFrom("watcher").selectAll().where("task_id", "=", id).execute()).toEqual([]);
  });

  test("agents can't open rules", async () => {
    const page = await pageOf(await anAgent(server.db), "/settings");
    expect(await page.getByRole("link", { name: "Rules", exact: true }).count()).toBe(0);
    const answer = await page.goto(`${server.origin}/settings/rules`);
    expect(answer?.status()).toBe(403);
  });
});
