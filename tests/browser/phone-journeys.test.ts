import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { WAYS } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aRequester, aTask } from "../support/factories";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/* What a wide screen says in the head of a table, or has room for beside it, a phone says elsewhere. */
describe.each(WAYS)("on a phone, $way on $engine (A23, A24)", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled, ...PHONE });

  const filters = (page: Page) => page.locator("summary", { hasText: "Filters" });
  const titles = (page: Page) => page.getByRole("table", { name: "Tasks" }).locator(".row-link").allInnerTexts();

  test("a list is put in order, and all of a page is chosen", async () => {
    const ada = await anAdmin(server.db);
    const tags = ["kite"];
    for (const title of ["Kite one", "Kite two", "Kite three"]) await aTask(server.db, { title, tags });
    const page = await pageOf(ada, "/tasks");
    expect(await page.getByLabel("Priority").isVisible()).toBe(false);
    const first = await page.getByRole("table", { name: "Tasks" }).locator(".row-link").first().boundingBox();
    expect(first?.y).toBeLessThan(480); // the filters alone are 270 px high
    await page.goto("/tasks?q=kite");
    expect(await page.getByRole("link", { name: "Explain these results" }).isVisible()).toBe(true);
    await filters(page).click();
    await page.getByLabel("Sort by").selectOption("Lowest number first");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.waitForURL(/sort=number-asc/);
    await page.getByRole("link", { name: "Reset sort" }).waitFor();
    expect(await titles(page)).toEqual(["Kite one", "Kite two", "Kite three"]);

    await page.getByText("Select all on this page").click();
    expect(await page.getByRole("checkbox", { name: "Select all on this page" }).isChecked()).toBe(true);
    if (javaScriptEnabled) await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByRole("heading", { name: "Bulk change" }).waitFor();
    expect(await page.getByRole("checkbox", { name: /^Kite/ }).count()).toBe(3);
  });

  test("filters stay in sight while one is set", async () => {
    await aTask(server.db, { title: "The oar is cracked", priority: "high" });
    const page = await pageOf(await anAgent(server.db), "/tasks");
    await filters(page).click();
    await page.getByLabel("Priority").selectOption("High");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("link", { name: "Clear" }).waitFor();
    expect(await page.getByLabel("Priority").inputValue()).toBe("high");
    expect(await page.getByLabel("Priority").isVisible()).toBe(true);
    await page.getByRole("link", { name: "Clear" }).click();
    await page.getByLabel("Priority").waitFor({ state: "hidden" });
  });

  test("a requester is offered the orders that tell of nothing inner", async () => {
    const rita = await aRequester(server.db);
    await aTask(server.db, { requester: rita, title: "The tap drips" });
    const page = await pageOf(rita, "/tasks");
    await filters(page).click();
    const orders = await page.getByLabel("Sort by").locator("option").allInnerTexts();
    expect(orders).toContain("Oldest first");
    expect(orders.join()).not.toMatch(/urgent|attention|Due/);
  });

  test("everything in the menu of the account is in sight, and can be pressed", async () => {
    const page = await pageOf(await anAdmin(server.db), "/");
    if (javaScriptEnabled) await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.locator(".account");
    await menu.locator("summary").click();
    const choices = await menu.locator("a, button").all();
    expect(choices.length).toBeGreaterThan(3);
    for (const choice of choices) expect(await isInSight(choice), await choice.innerText()).toBe(true);
    await menu.getByRole("link", { name: "Your profile" }).click();
    await page.waitForURL("**/settings/profile");
  });
});

/** Within the window as it is: nobody scrolls to what lies above the top. */
async function isInSight(thing: Locator) {
  const box = await thing.boundingBox();
  const { width, height } = PHONE.viewport;
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}
