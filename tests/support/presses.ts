import type { Locator, Page } from "playwright";

/** Counts a user's presses during a journey: clicks, taps, keys and chords. Typing doesn't count. */
export function countPresses(page: Page) {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async click(target: Locator) {
      count += 1;
      await target.click();
    },
    async press(key: string) {
      count += 1;
      await page.keyboard.press(key);
    },
    /** Opens a native select and picks an option. */
    async choose(select: Locator, label: string) {
      count += 2;
      await select.selectOption({ label });
    },
    type: (text: string) => page.keyboard.type(text),
  };
}
