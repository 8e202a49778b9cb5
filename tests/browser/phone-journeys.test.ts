import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { JAVASCRIPT_MODES } from "../support/browser";
import { openDesk } from "../support/desk";
import { anAdmin, anAgent, aRequester, aTask } from "../support/factories";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/* A phone has no room for the controls in or beside a table's head and shows them elsewhere. */
describe.each(JAVASCRIPT_MODES)("on a phone, $mode on $engine (A23, A24)", ({ engine, javaScriptEnabled }) => {
  const { server, pageOf } = openDesk({ engine, javaScriptEnabled, ...PHONE });

  const filters = (page: Page) => page.locator("summary", { hasText: "Filters" });
  const titles = (page: Page) => page.getByRole("table", { name: "Tasks" }).locator(".row-link").allInnerTexts();

  test("the Sort by field sorts a list, and one checkbox selects its whole page", async () => {
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
    await expect.poll(() => titles(page)).toEqual(["Kite one", "Kite two", "Kite three"]);

    await page.getByText("Select all on this page").click();
    expect(await page.getByRole("checkbox", { name: "Select all on this page" }).isChecked()).toBe(true);
    if (javaScriptEnabled) await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Change tasks" }).click();
    await page.getByRole("heading", { name: "Bulk change" }).waitFor();
    await expect.poll(() => page.getByRole("checkbox", { name: /^Kite/ }).count()).toBe(3);
  });

  test("the filters stay open while one is set", async () => {
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

  test("a requester's sort options reveal nothing internal", async () => {
    const rita = await aRequester(server.db);
    await aTask(server.db, { requester: rita, title: "The tap drips" });
    const page = await pageOf(rita, "/tasks");
    await filters(page).click();
    const orders = await page.getByLabel("Sort by").locator("option").allInnerTexts();
    expect(orders).toContain("Oldest first");
    expect(orders.join()).not.toMatch(/urgent|attention|Due/);
  });

  test("every item of the account menu is in view and can be pressed", async () => {
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

/** Whether an element is fully inside the window. Users can't scroll to content above the top. */
async function isInSight(thing: Locator) {
  const box = await thing.boundingBox();
  const { width, height } = PHONE.viewport;
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}
