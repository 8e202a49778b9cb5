import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { Viewer } from "~/features/users/users";
import { pinView } from "~/features/views/views.server";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aTask } from "../support/factories";
import { countPresses } from "../support/presses";

/* Journeys of issue 31 that change tasks from their list, counted in presses. */
const table = (page: Page) => page.getByRole("table", { name: "Tasks" });
const box = (page: Page, id: number | undefined) => page.getByRole("checkbox", { name: `Select #${id}` });
const toast = (page: Page, text: string) => page.locator(".toast", { hasText: text });
const focused = (page: Page, name: string) => table(page).getByRole("link", { name }).and(page.locator(":focus"));

describe("presses to change tasks from the list", () => {
  const { server, pageOf } = openDesk();

  async function listOf(titles: string[], search = "") {
    const ada = await anAgent(server.db, { name: "Ada" });
    await server.db.updateTable("task").set({ open: 0, status: "closed" }).execute();
    const ids: number[] = [];
    for (const title of titles) ids.push((await aTask(server.db, { title, priority: "normal" })).id);
    const page = await pageOf(ada, `/tasks?sort=number-asc${search}`);
    await waitForScripts(page);
    return { page, ids, ada };
  }
  const assigneesOf = async (ids: number[]) => {
    const rows = server.db.selectFrom("task").select("assignee_id").where("id", "in", ids).orderBy("id");
    return (await rows.execute()).map(({ assignee_id }) => assignee_id);
  };
  const isOf = (ids: number[], who: Viewer | null) =>
    expect.poll(() => assigneesOf(ids)).toEqual(ids.map(() => who?.id ?? null));

  test("assigning three tasks takes 5, and one more undoes it", async () => {
    const otto = await anAgent(server.db, { name: "Otto" });
    const { page, ids } = await listOf(["One", "Two", "Three", "Four"]);
    const presses = countPresses(page);
    for (const id of ids.slice(0, 3)) await presses.click(box(page, id));
    await presses.click(page.getByRole("button", { name: "Assignee" }));
    await presses.click(page.getByRole("option", { name: /^Otto/ }));
    await toast(page, "Assignee: Otto. 3 changed. Status: In progress.").waitFor();
    expect(presses.count).toBe(5);
    await isOf(ids.slice(0, 3), otto);
    await table(page).getByRole("row", { name: "One" }).getByText("Otto").waitFor();
    await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await toast(page, "Undo of Assignee: Otto. 3 changed.").waitFor();
    await isOf(ids, null);
  });

  test("assigning three tasks by keyboard takes 5, not counting moves between rows", async () => {
    const pia = await anAgent(server.db, { name: "Pia" });
    const { page, ids } = await listOf(["One", "Two", "Three", "Four"]);
    const presses = countPresses(page);
    let moves = 0;
    for (const name of ["One", "Two", "Three"]) {
      moves += 1;
      await presses.press("j");
      await focused(page, name).waitFor();
      await presses.press("x");
    }
    await presses.press("a");
    const menu = page.getByRole("dialog", { name: "Assignee for 3 tasks" });
    await menu.getByRole("option", { name: "Me", selected: true }).waitFor();
    await page.keyboard.type("pia");
    await menu.getByRole("option", { name: /^Pia/, selected: true }).waitFor();
    await presses.press("Enter");
    await toast(page, "Assignee: Pia. 3 changed.").waitFor();
    expect(presses.count - moves).toBe(5);
    await isOf(ids.slice(0, 3), pia);
    await focused(page, "Three").waitFor();
  });

  test("taking the next unassigned task takes 2, and the focus moves on to the one after it", async () => {
    const { page, ids, ada } = await listOf(["One", "Two"], "&assignee=none");
    const presses = countPresses(page);
    await presses.press("j");
    await focused(page, "One").waitFor();
    await presses.press("i");
    await toast(page, `#${ids[0]} changed. Assignee: me.`).waitFor();
    expect(presses.count).toBe(2);
    await isOf(ids.slice(0, 1), ada);
    await focused(page, "Two").waitFor();
  });

  test("taking tasks updates the counts of pinned views and the select-all checkbox", async () => {
    const { page, ada } = await listOf(["One", "Two"]);
    await pinView(server.db, ada, "mine", "pin", Date.now());
    await page.goto("/tasks?sort=number-asc&assignee=none");
    await waitForScripts(page);
    const pin = page.locator(".sidebar-pin", { hasText: "My open tasks" });
    const all = page.locator("th [name=id]");
    await pin.getByText("0", { exact: true }).waitFor();
    await page.keyboard.press("j");
    await focused(page, "One").waitFor();
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await page.keyboard.press("i");
    await focused(page, "Two").waitFor();
    await pin.getByText("1", { exact: true }).waitFor();
    await expect.poll(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(false);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Two" }).waitFor();
    await page.keyboard.press("i"); // submits a form here
    await pin.getByText("2", { exact: true }).waitFor();
  });

  test("keys select a range, open a row's menus, change its status and open its title for editing", async () => {
    const { page, ids } = await listOf(["One", "Two", "Three"]);
    for (const key of ["j", "x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
    await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Clear selection" }).click();

    await table(page).getByRole("link", { name: "Two" }).focus();
    for (const [key, name] of [
      ["s", "Status"],
      ["p", "Priority"],
      ["l", "Tags"],
      ["a", "Assignee"],
      [".", "Actions"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole("dialog", { name: `${name} for #${ids[1]}` }).waitFor();
      await page.keyboard.press("Escape");
      await focused(page, "Two").waitFor();
    }
    await page.keyboard.press("s");
    const menu = page.getByRole("dialog", { name: `Status for #${ids[1]}` });
    await menu.getByRole("option", { name: "In progress" }).waitFor();
    await page.keyboard.type("progress");
    await menu.getByRole("option", { name: "In progress", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await toast(page, `#${ids[1]} changed. Status: In progress.`).waitFor();
    await focused(page, "Two").waitFor();
    await table(page).getByRole("row", { name: "Two" }).getByText("In progress").waitFor();
    await page.keyboard.press("s"); // starts at the row's own status
    await menu.getByRole("option", { name: "In progress", selected: true }).waitFor();
    await page.keyboard.press("Escape");
    await focused(page, "Two").waitFor();
    await page.keyboard.press("e");
    await page.getByLabel("Title").and(page.locator(":focus")).waitFor();
  });

  test("Snooze… leads to the field, keeps the list and the title in view, and is in the palette", async () => {
    const { page, ids } = await listOf(["One", "Two", "Three"]);
    await server.db
      .updateTable("task")
      .set({ status: "on_hold" })
      .where("id", "=", ids[1] ?? 0)
      .execute();
    for (const [name, label, place] of [
      ["Two", "Snoozed until", "2 of 3"],
      ["Three", "Status", "3 of 3"],
    ] as const) {
      await page.goto("/tasks?sort=number-asc");
      await waitForScripts(page);
      await table(page).getByRole("link", { name }).focus();
      await page.keyboard.press(".");
      await page.getByRole("option", { name: "Snooze…" }).click();
      await page
        .getByRole("form", { name: "Task" })
        .getByLabel(label, { exact: true })
        .and(page.locator(":focus"))
        .waitFor();
      await page.getByRole("navigation", { name: "Task navigation" }).getByText(place).waitFor();
      const heading = page.getByRole("heading", { level: 1, name });
      expect(await heading.evaluate((one) => one.getBoundingClientRect().top >= 0)).toBe(true);
    }
    await toast(page, "Only waiting tasks can be snoozed.").waitFor();
    await page.locator("main").focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("snooze");
    await page.getByRole("option", { name: "Snooze", exact: true }).waitFor();
  });

  test("without scripts, assigning three tasks on the bulk change page takes 7", async () => {
    const quinn = await anAgent(server.db, { name: "Quinn" });
    const { ids, ada } = await listOf(["One", "Two", "Three"]);
    const page = await pageOf(ada, "/tasks?sort=number-asc", { javaScriptEnabled: false });
    const presses = countPresses(page);
    for (const id of ids) await presses.click(box(page, id));
    await presses.click(page.getByRole("button", { name: "Change tasks" }));
    await presses.choose(page.getByLabel("Assignee"), "Quinn");
    await presses.click(page.getByRole("button", { name: "Change tasks" }));
    await page.getByText("3 tasks changed").waitFor();
    expect(presses.count).toBe(7);
    await isOf(ids, quinn);
  });
});

describe("a board", () => {
  const { server, pageOf } = openDesk();
  const column = (page: Page, name: string) => page.getByRole("region", { name });
  const card = (page: Page, status: string, title: string) => column(page, status).getByRole("link", { name: title });

  async function boardOf(title: string, javaScriptEnabled = true) {
    const ada = await anAgent(server.db);
    const { id } = await aTask(server.db, { title });
    return {
      id,
      page: await pageOf(ada, "/tasks/board", { javaScriptEnabled, viewport: { width: 2400, height: 900 } }),
    };
  }

  test("moves a card by drag or keyboard, undoes a move, and puts a refused card back", async () => {
    const { page } = await boardOf("Fix the gate");
    await waitForScripts(page);
    await card(page, "New", "Fix the gate").dragTo(column(page, "On hold"));
    await card(page, "On hold", "Fix the gate").waitFor();
    await toast(page, "Status: On hold.").getByRole("button", { name: "Undo" }).click();
    await card(page, "New", "Fix the gate").waitFor();

    await card(page, "New", "Fix the gate").focus();
    await page.keyboard.press("s");
    await page.getByRole("dialog").getByRole("option", { name: "In progress" }).click();
    await card(page, "In progress", "Fix the gate").and(page.locator(":focus")).waitFor();

    const { id } = await aTask(server.db, { title: "Parent" });
    await aTask(server.db, { title: "Child", parent: id });
    await page.reload();
    await waitForScripts(page);
    await card(page, "New", "Parent").dragTo(column(page, "Resolved"));
    await toast(page, `#${id} wasn't changed. This task has open sub-tasks.`).waitFor();
    await card(page, "New", "Parent").waitFor();
  });

  test("moves a card without scripts", async () => {
    const { id, page } = await boardOf("Paint the gate", false);
    await page.getByLabel(`Move #${id} to`).selectOption("On hold");
    await page
      .getByRole("listitem")
      .filter({ hasText: "Paint the gate" })
      .getByRole("button", { name: "Move" })
      .click();
    await card(page, "On hold", "Paint the gate").waitFor();
  });
});
