import type { BrowserContextOptions, Page } from "playwright";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser";
import { islandPage } from "./islands/page";

const newPage = openBrowser();
let page: Page;
let html: string;

beforeAll(async () => {
  html = await islandPage("toaster.tsx", ["toasts"]);
});
beforeEach(() => open());
afterEach(() => page.context().close());

async function open(options: BrowserContextOptions = {}) {
  page = await newPage({ viewport: { width: 1280, height: 800 }, ...options });
  await page.clock.install({ time: Date.UTC(2026, 2, 1, 9) });
  await page.clock.pauseAt(Date.UTC(2026, 2, 1, 9, 1));
  await page.setContent(html);
}

/** Advances the page's clock and finishes its animations. */
async function pass(ms: number) {
  await page.clock.runFor(ms);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
}

/** Expects no toasts after this time. The browser first needs real time to notice that nothing holds them. */
async function allGoAfter(ms: number) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.poll(() => countAfter(ms)).toBe(0);
}

/** The count after this time. The timer of a closing toast may start later, when the browser gets to it. */
async function countAfter(ms: number) {
  await pass(ms);
  return toasts().count();
}

const region = () => page.getByRole("region", { name: "Notifications", exact: true });
const toasts = () => region().getByRole("status");
const texts = () => toasts().locator(".toast-text").allTextContents();
const boxOf = async (n: number) => {
  const box = await toasts().nth(n).boundingBox();
  if (!box) throw new Error(`Toast ${n} has no box`);
  return box;
};
async function raise(...messages: string[]) {
  for (const message of messages) await page.evaluate((text) => window.toast.message(text), message);
  await pass(50);
}

describe("behaviour 6.1: toast position", () => {
  test("toasts are 356 px wide, 32 px from the lower right corner, and 14 px apart when expanded", async () => {
    await raise("one", "two", "three");
    const front = await boxOf(0);
    expect(front.width).toBe(356);
    expect(front.x + front.width).toBe(1280 - 32);
    expect(front.y + front.height).toBe(800 - 32);
    const second = await boxOf(1);
    expect(second.width).toBeCloseTo(356 * 0.95, 1);
    expect(front.y + front.height / 2 - (second.y + second.height / 2)).toBeCloseTo(14, 1);

    await toasts().first().hover();
    await pass(50);
    expect((await boxOf(0)).y - ((await boxOf(1)).y + (await boxOf(1)).height)).toBeCloseTo(14, 1);
    expect((await boxOf(1)).y - ((await boxOf(2)).y + (await boxOf(2)).height)).toBeCloseTo(14, 1);

    await page.mouse.move(10, 10);
    await pass(50);
    expect((await boxOf(0)).y - (await boxOf(1)).y).toBeLessThan(20);
    expect(await page.locator(".toaster ol").evaluate((list) => getComputedStyle(list).zIndex)).toBe("999999999");
  });

  test.each([
    [600, { x: 16, width: 568, fromBottom: 20 }],
    [601, { x: 601 - 32 - 356, width: 356, fromBottom: 32 }],
  ])("behaviour 6.6: a toast fits a window of %i px", async (width, expected) => {
    await page.setViewportSize({ width, height: 700 });
    await raise("one");
    const box = await boxOf(0);
    expect({ x: box.x, width: box.width, fromBottom: 700 - box.y - box.height }).toEqual(expected);
  });
});

describe("behaviour 6.2: toast lifetime", () => {
  test("the five kinds with a timer go after 4000 ms and leave the document 200 ms later", async () => {
    await page.evaluate(() => {
      for (const kind of ["message", "success", "error", "warning", "info"] as const) window.toast[kind]("Hello");
    });
    await pass(3_900);
    const each = (name: string) => toasts().evaluateAll((all, key) => all.map((one) => one.getAttribute(key)), name);
    expect(await each("data-type")).toEqual(["info", "warning", "error", "success", "default"]);
    expect(new Set(await each("data-removed"))).toEqual(new Set(["false"]));
    await page.clock.runFor(150);
    expect(new Set(await each("data-removed"))).toEqual(new Set(["true"]));
    await page.clock.runFor(250);
    expect(await toasts().count()).toBe(0);
    expect(await region().count()).toBe(1);
  });

  test("a loading toast has no timer and can't be closed or swiped", async () => {
    await page.evaluate(() => void window.toast.loading("Working", { duration: 100 }));
    await pass(10_000);
    await toasts().getByRole("button", { name: "Close toast" }).click();
    const box = await boxOf(0);
    await page.mouse.move(box.x + 50, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 50, box.y + 90);
    await page.mouse.up();
    await pass(1_000);
    expect(await toasts().getAttribute("data-type")).toBe("loading");
    await page.evaluate(() => window.toast.dismiss());
    await expect.poll(() => countAfter(300)).toBe(0);
  });

  test("toasts beyond three are hidden, not dropped, and appear as newer ones go", async () => {
    await raise(...Array.from({ length: 25 }, (_, n) => `toast ${n}`));
    expect(await toasts().count()).toBe(25);
    const visible = () => page.locator('.toast[data-visible="true"] .toast-text').allTextContents();
    expect(await visible()).toEqual(["toast 24", "toast 23", "toast 22"]);
    await toasts().first().getByRole("button", { name: "Close toast" }).click();
    await pass(300);
    expect(await visible()).toEqual(["toast 23", "toast 22", "toast 21"]);
  });

  test("the pointer over a toast pauses the timers, which then run for the time left", async () => {
    await raise("early");
    await pass(2_950); // 3000 of 4000 are over
    await toasts().hover();
    await pass(10_000);
    await raise("raised meanwhile");
    await pass(10_000);
    expect(await texts()).toEqual(["raised meanwhile", "early"]);
    await page.mouse.move(10, 10);
    await pass(900);
    expect(await texts()).toEqual(["raised meanwhile", "early"]);
    await pass(400);
    expect(await texts()).toEqual(["raised meanwhile"]);
    await pass(2_500);
    expect(await toasts().count()).toBe(1);
    await pass(700);
    expect(await toasts().count()).toBe(0);
  });

  test("a hidden tab pauses the timers", async () => {
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await raise("waits");
    await hide(true);
    await pass(20_000);
    expect(await texts()).toEqual(["waits"]);
    await hide(false);
    await allGoAfter(4_300);
  });

  test("a toast with an existing id changes in place, and its 4000 ms start again", async () => {
    await page.evaluate(() => void window.toast.warning("first", { id: "job" }));
    await raise("another");
    await pass(3_000);
    await page.evaluate(() => void window.toast.message("second", { id: "job" }));
    await pass(50);
    expect(await texts()).toEqual(["another", "second"]);
    expect(await toasts().nth(1).getAttribute("data-type")).toBe("default");
    await pass(3_800);
    expect(await texts()).toEqual(["second"]);
  });

  test("a promise toast shows success with text from the value, then goes after 4000 ms", async () => {
    await page.evaluate(() => {
      const work = new Promise<number>((done) => setTimeout(() => done(7), 10_000));
      const { unwrap } = window.toast.promise(work, {
        loading: "Saving",
        success: (value) => `Saved ${value}`,
        finally: () => document.body.setAttribute("data-finally", "yes"),
      });
      void unwrap().then((value) => document.body.setAttribute("data-value", String(value)));
    });
    await pass(9_000);
    expect(await toasts().getAttribute("data-type")).toBe("loading");
    await pass(1_100);
    expect([await toasts().getAttribute("data-type"), ...(await texts())]).toEqual(["success", "Saved 7"]);
    expect(await page.locator("body").evaluate((body) => ({ ...body.dataset }))).toEqual({
      finally: "yes",
      value: "7",
    });
    await pass(3_700);
    expect(await toasts().count()).toBe(1);
    await pass(600);
    expect(await toasts().count()).toBe(0);
  });

  test("a promise toast shows a non-2xx response as an error, and goes if its outcome has no text", async () => {
    await page.evaluate(() => {
      void window.toast.promise(Promise.resolve(new Response(null, { status: 503 })), {
        loading: "a",
        error: "No luck",
      });
      void window.toast.promise(Promise.resolve(1), { loading: "b", error: "No luck" });
    });
    await pass(300);
    expect([await toasts().getAttribute("data-type"), ...(await texts())]).toEqual(["error", "No luck"]);
    expect(await toasts().getAttribute("aria-live")).toBe("assertive");
  });
});

describe("behaviour 6.4: swiping", () => {
  async function swipe(dx: number, dy: number, ms: number) {
    await raise("swipe me");
    const box = await boxOf(0);
    await page.mouse.move(box.x + 100, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 100 + dx, box.y + 20 + dy);
    await page.clock.runFor(ms);
    await page.mouse.up();
    await page.mouse.move(10, 10);
    await pass(300);
    return toasts().count();
  }
  test("20 px down dismisses the toast", async () => expect(await swipe(0, 24, 400)).toBe(0));
  test("a shorter, slow swipe lets it slide back", async () => {
    expect(await swipe(0, 12, 400)).toBe(1);
    expect((await boxOf(0)).y + (await boxOf(0)).height).toBe(800 - 32);
  });
  test("a shorter, quick swipe dismisses it", async () => expect(await swipe(0, 12, 0)).toBe(0));
  test("upwards and sideways do nothing", async () => {
    expect(await swipe(0, -60, 0)).toBe(1);
    expect(await swipe(120, 0, 0)).toBe(2);
  });
});

describe("behaviour 6.5: keyboard and accessibility", () => {
  test("Alt+T focuses and expands the list, Escape collapses it, and leaving returns the focus", async () => {
    await page.getByLabel("Before").focus();
    await raise("one", "two");
    await page.keyboard.press("Alt+KeyT");
    await pass(50);
    const list = page.locator(".toaster ol");
    expect(await list.evaluate((element) => document.activeElement === element)).toBe(true);
    expect(await list.getAttribute("data-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    await pass(50);
    expect(await list.getAttribute("data-expanded")).toBe("false");
    await pass(20_000); // focus inside keeps them
    expect(await toasts().count()).toBe(2);
    await page.keyboard.press("Shift+Tab");
    await pass(50);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Before");
    await allGoAfter(4_300);
  });

  test("a focused toast has an outline, and closing it by keyboard focuses the next", async () => {
    await raise("one", "two");
    await page.keyboard.press("Alt+KeyT");
    expect(
      await toasts()
        .first()
        .evaluate((front) => getComputedStyle(front).outlineStyle),
    ).toBe("solid");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await pass(300);
    await toasts().filter({ hasText: "one" }).and(page.locator(":focus")).waitFor();
  });

  test("closing the last toast by keyboard returns the focus", async () => {
    await page.getByLabel("Before").focus();
    await raise("one");
    await page.keyboard.press("Alt+KeyT");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await pass(300);
    expect(await toasts().count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Before");
  });

  test("the region and the toasts have their ARIA attributes", async () => {
    await page.evaluate(() => void window.toast.error("Broken"));
    await raise("Plain");
    const attributes = (locator: ReturnType<typeof region>, ...names: string[]) =>
      locator.evaluate((element, wanted) => wanted.map((name) => element.getAttribute(name)), names);
    expect(
      await attributes(
        region(),
        "tabindex",
        "aria-live",
        "aria-relevant",
        "aria-atomic",
        "aria-label",
        "aria-keyshortcuts",
      ),
    ).toEqual(["-1", "polite", "additions text", "false", "Notifications", "Alt+T"]);
    expect(await attributes(page.locator(".toaster ol"), "tabindex")).toEqual(["-1"]);
    expect(await attributes(toasts().nth(0), "role", "aria-live", "aria-atomic", "tabindex")).toEqual([
      "status",
      "polite",
      "true",
      "0",
    ]);
    expect(await attributes(toasts().nth(1), "aria-live")).toEqual(["assertive"]);
    expect(
      await page.locator(".toast-icon").evaluateAll((icons) => icons.map((icon) => icon.getAttribute("data-icon"))),
    ).toEqual(["error"]);
  });

  test("with reduced motion nothing moves, the spinner included", async () => {
    await page.context().close();
    await open({ reducedMotion: "reduce" });
    await page.evaluate(() => void window.toast.loading("Working"));
    await page.clock.runFor(50);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await toasts().evaluate((toast) => getComputedStyle(toast).transitionDuration)).toBe("0s");
  });
});
