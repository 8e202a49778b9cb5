import type { Locator, Page } from "playwright";

/** What a toast, or a line without scripts, says of saved fields. */
export const SAVED = / of #\d+ (?:set to|changed|removed)/;

/** Saves the fields of a task: a field that is left saves itself; without scripts, and after a refusal, a button does. */
export async function saveFields(page: Page) {
  const button = page
    .locator('form[aria-label="Task"]')
    .getByRole("button", { name: "Save changes", includeHidden: true });
  await button.waitFor({ state: "attached" }); // a page that was just opened may not have come to it yet
  if (await button.isVisible()) await button.click();
  else await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

const FOLDED = "details:is(.fold, .fields-more):not([open])";

/** Opens what the page of a task shows folded. */
export const unfold = (page: Page) =>
  page.locator(FOLDED).evaluateAll((parts) => {
    for (const part of parts) part.setAttribute("open", "");
  });

/** From now on, every page opens all that it folds: for journeys that are about something else. */
export async function unfoldsItself(page: Page) {
  page.on("domcontentloaded", () => unfold(page).catch(() => {})); // the page may be gone already
  await page.addInitScript((folded) => {
    const open = () => {
      for (const part of document.querySelectorAll(folded)) part.setAttribute("open", "");
    };
    new MutationObserver(open).observe(document, { childList: true, subtree: true });
  }, FOLDED);
}

/** Follows a link in the menu of a message. */
export async function pickFromMenu(within: Page | Locator, name: string) {
  const menu = within.locator(".message-menu").filter({ hasText: name }).first();
  await menu.locator("summary").click();
  await menu.getByRole("link", { name, exact: true }).click();
}
