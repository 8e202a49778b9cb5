import type { Page } from "playwright";
import { awake } from "./desk";

/** Opens the message form of a task's page. Without scripts, both are open. */
export async function openForm(page: Page, name: string) {
  const tab = page.locator(".composer-tab", { hasText: name });
  await tab.waitFor({ state: "attached" });
  if (!(await tab.isVisible())) return;
  await awake(page);
  const open = tab.and(page.locator(".is-open"));
  if ((await open.count()) > 0) return;
  // As a key does it: a press of the mouse would close the form if a draft opens it in this moment.
  await tab.evaluate((link: HTMLElement) => link.click());
  await open.waitFor();
}
