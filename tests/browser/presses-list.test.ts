import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openDesk, waitForScripts } from "../support/desk";
import { anAgent, aRequester, aTask } from "../support/factories";
import { countPresses } from "../support/presses";

/* Presses that jobs on the list take. Typing doesn't count. */

const { server, pageOf } = openDesk();

const row = (page: Page, title: string) =>
  page.getByRole("table", { name: "Tasks" }).getByRole("row").filter({ hasText: title });

/** Two agents of one team. */
const teamOf = async (name: string) => ({
  ada: await anAgent(server.db, { name: "Zoe Winter" }),
  ben: await anAgent(server.db, { name }),
});

test("filtering by a colleague's name takes two presses", async () => {
  const { ada, ben } = await teamOf("Abel Moss");
  await aTask(server.db, { title: "The crank is bent", assignee: ben });
  await aTask(server.db, { title: "The crank turns", assignee: ada });
  const page = await pageOf(ada, "/tasks", { viewport: { width: 1280, height: 800 } });
  await waitForScripts(page);
  const presses = countPresses(page);
  await presses.click(page.getByLabel("Assignee", { exact: true }));
  await presses.click(page.getByRole("option", { name: "Abel Moss" }));
  await row(page, "The crank turns").waitFor({ state: "detached" });
  await row(page, "The crank is bent").waitFor();
  expect(presses.count).toBe(2);
  await expect.poll(() => page.getByLabel("Assignee", { exact: true }).inputValue()).toBe("Abel Moss");
  expect(await page.getByRole("searchbox", { name: "Search tasks" }).inputValue()).toBe(`assignee:${ben.email}`);
  await page.getByRole("link", { name: "Remove the Assignee filter" }).click();
  await row(page, "The crank turns").waitFor();
});

test("filtering by assignee works with the keyboard alone", async () => {
  const { ada, ben } = await teamOf("Abigail Reed");
  await aTask(server.db, { title: "The winch is loud", assignee: ben });
  await aTask(server.db, { title: "The winch turns", assignee: ada });
  const page = await pageOf(ada, "/tasks");
  await waitForScripts(page);
  await page.getByLabel("Assignee", { exact: true }).focus();
  await page.keyboard.type("abiga");
  await page.getByRole("option", { name: "Abigail Reed" }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await row(page, "The winch turns").waitFor({ state: "detached" });
  await page.locator("form[aria-label=Filters] [name=assignee]:focus").waitFor();
});

test("Enter in the assignee filter takes the only suggestion", async () => {
  const { ada, ben } = await teamOf("Prunella Nair");
  await aTask(server.db, { title: "The pulley is loud", assignee: ben });
  await aTask(server.db, { title: "The pulley turns", assignee: ada });
  const page = await pageOf(ada, "/tasks");
  await waitForScripts(page);
  await page.getByLabel("Assignee", { exact: true }).focus();
  await page.keyboard.type("prun");
  await page.getByRole("option", { name: "Prunella Nair" }).waitFor();
  await page.keyboard.press("Enter");
  await row(page, "The pulley turns").waitFor({ state: "detached" });
  await row(page, "The pulley is loud").waitFor();
  await expect.poll(() => page.getByLabel("Assignee", { exact: true }).inputValue()).toBe("Prunella Nair");
});

test("filtering by assignee works without scripts", async () => {
  const { ada, ben } = await teamOf("Adam Lake");
  await aTask(server.db, { title: "The rail is cold", assignee: ben });
  await aTask(server.db, { title: "The rail is warm", assignee: ada });
  const page = await pageOf(ada, "/tasks", { javaScriptEnabled: false });
  await page.getByLabel("Assignee", { exact: true }).fill("ada");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await row(page, "The rail is cold").waitFor();
  expect(await row(page, "The rail is warm").count()).toBe(0);
  expect(await page.getByLabel("Assignee", { exact: true }).inputValue()).toBe("Adam Lake");
  await page.getByLabel("Assignee", { exact: true }).fill("me");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await row(page, "The rail is warm").waitFor();
  expect(new URL(page.url()).search).toBe("?assignee=me");
  // An edited query wins over the fields that still show the old one.
  await page.getByRole("searchbox", { name: "Search tasks" }).fill("assignee:none");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByText("No tasks here").waitFor();
  expect(await page.getByLabel("Assignee", { exact: true }).inputValue()).toBe("Unassigned");
});

test("a list shows at least 14 rows of 40 px in 800 px, and comfortable rows are 48 px high", async () => {
  const ada = await anAgent(server.db);
  const rita = await aRequester(server.db);
  for (let n = 1; n <= 16; n++) {
    const title = `The plank ${"is long ".repeat(n)}`;
    await aTask(server.db, { title, requester: rita, assignee: ada, tags: ["deck", "oak", "wood"].slice(0, n % 4) });
  }
  const page = await pageOf(ada, "/tasks?assignee=me", { viewport: { width: 1280, height: 800 } });
  await waitForScripts(page);
  const rows = () =>
    page.locator("table.tasks tbody tr").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const compact = await rows();
  expect(new Set(compact.map(({ height }) => Math.round(height)))).toEqual(new Set([40]));
  expect(compact.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(14);
  const comfortable = JSON.stringify({ density: "comfortable" });
  await server.db.updateTable("user").set({ preferences: comfortable }).where("id", "=", ada.id).execute();
  await page.reload();
  expect(new Set((await rows()).map(({ height }) => Math.round(height)))).toEqual(new Set([48]));
});

test("the title's menu lists views by group with counts, and the open sidebar links to them", async () => {
  const ada = await anAgent(server.db);
  await aTask(server.db, { title: "The sail is torn", assignee: ada });
  const page = await pageOf(ada, "/tasks?view=mine");
  await waitForScripts(page);
  await page.getByRole("heading", { level: 1, name: "My open tasks" }).click();
  const menu = page.getByRole("navigation", { name: "Views" });
  await menu.getByRole("link", { name: "My open tasks 1" }).waitFor();
  expect(await menu.locator(".view-group > p").allInnerTexts()).toEqual(["Mine", "Team", "Everyone"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu" }).click();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Unread/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "Unread" }).waitFor();
});
