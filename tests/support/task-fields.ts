import type { Locator, Page } from "playwright";

/** Text after fields are saved, in a toast or, without scripts, on the page. */
export const SAVED = / of #\d+ (?:set to|changed|removed)/;

/** Saves a task's fields. Each saves itself on blur; without scripts, and after an error, a button saves them. */
export async function saveFields(page: Page) {
  const button = page
    .locator('form[aria-label="Task"]')
    .getByRole("button", { name: "Save changes", includeHidden: true });
  await button.waitFor({ state: "attached" }); // a page that has just opened may not have it yet
  if (await button.isVisible()) await button.click();
  else await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

const FOLDED = "details:is(.fold, .fields-more):not([open])";

/** Opens the folded sections of a task page. */
export const unfold = (page: Page) =>
  page.locator(FOLDED).evaluateAll((parts) => {
    for (const part of parts) part.setAttribute("open", "");
  });

/** Makes every page open its folded sections from now on, for journeys about something else. */
export async function autoUnfold(page: Page) {
  page.on("domcontentloaded", () => unfold(page).catch(() => {})); // the page may have closed
  await page.addInitScript((folded) => {
    const open = () => {
      for (const part of document.querySelectorAll(folded)) part.setAttribute("open", "");
    };
    new MutationObserver(open).observe(document, { childList: true, subtree: true });
  }, FOLDED);
}

/** Follows a link in a message's menu. */
export async function pickFromMenu(within: Page | Locator, name: string) {
  const menu = within.locator(".message-menu").filter({ hasText: name }).first();
  await menu.locator("summary").click();
  await menu.getByRole("link", { name, exact: true }).click();
}
