import type { Page } from "playwright";
import { waitForScripts } from "./desk";

/** Opens a message form on a task page. Without JavaScript, both forms are already open. */
export async function openForm(page: Page, name: string) {
  const tab = page.locator(".composer-tab", { hasText: name });
  await tab.waitFor({ state: "attached" });
  if (!(await tab.isVisible())) return;
  await waitForScripts(page);
  const open = tab.and(page.locator(".is-open"));
  if ((await open.count()) > 0) return;
  // Clicks as a key press does: a mouse click would close the form if a draft opens it at the same moment.
  await tab.evaluate((link: HTMLElement) => link.click());
  await open.waitFor();
}
