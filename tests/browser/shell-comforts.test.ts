import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser";
import { islandPage } from "./islands/page";

const newPage = openBrowser();
let html: string;
beforeAll(async () => {
  html = await islandPage("comforts.tsx", ["page-edge", "overlays"]);
});

/** Serves the page at a URL, because storage needs an origin. */
async function open(options: BrowserContextOptions = {}, before: (page: Page) => Promise<unknown> = async () => {}) {
  const page = await newPage(options);
  await page.route("http://localhost/", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await before(page);
  await page.goto("http://localhost/");
  return page;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);

describe("behaviour 10: search shortcut", () => {
  test("focuses the page's field and selects its text, even from another field", async () => {
    const page = await open();
    await page.getByRole("button", { name: "List" }).click();
    await page.getByLabel("Elsewhere").focus();
    await page.keyboard.press("Control+k");
    expect(await focused(page)).toBe("Search tasks");
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("printer");
  });

  test("belongs to the next page's field once that has mounted", async () => {
    const page = await open();
    await page.getByRole("button", { name: "List" }).click();
    await page.getByRole("button", { name: "People" }).click();
    await page.keyboard.press("Meta+K");
    expect(await focused(page)).toBe("Search people");
  });

  test("leaves the key to the browser when there is no field", async () => {
    const page = await open();
    const prevented = () =>
      page.evaluate(() => {
        const key = new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, cancelable: true });
        return !document.body.dispatchEvent(key);
      });
    expect(await prevented()).toBe(false);
    await page.getByRole("button", { name: "List" }).click();
    expect(await prevented()).toBe(true);
    await page.getByRole("button", { name: "No field" }).click();
    expect(await prevented()).toBe(false);
  });
});

describe("behaviour 10: ripple", () => {
  const ink = (page: Page) => page.locator(".ripple > span");

  test("is as wide as the longer side, centred on the pointer, and grows to 2.5 times in 400 ms", async () => {
    const page = await open();
    const button = page.getByRole("button", { name: "Press me" });
    const box = await button.boundingBox();
    if (!box) throw new Error("The button has no box");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Animation.setPlaybackRate", { playbackRate: 0 }); // until it has been measured
    await page.mouse.move(box.x + 30, box.y + 10);
    await page.mouse.down();
    const seen = await ink(page).evaluate(
      (element, { x, y }) => {
        const [animation] = element.getAnimations();
        if (!animation) throw new Error("The ripple has no animation");
        animation.pause();
        animation.currentTime = 0;
        const { width, left, top } = getComputedStyle(element);
        const clip = (element.parentElement as HTMLElement).getBoundingClientRect();
        const timing = animation.effect?.getComputedTiming();
        const frames = (animation.effect as KeyframeEffect).getKeyframes();
        return {
          width: Number.parseFloat(width),
          centre: [
            Math.round(clip.left + Number.parseFloat(left) + Number.parseFloat(width) / 2 - x),
            Math.round(clip.top + Number.parseFloat(top) + Number.parseFloat(width) / 2 - y),
          ],
          duration: timing?.duration,
          easing: timing?.easing,
          end: [frames.at(-1)?.transform, frames.at(-1)?.opacity],
          clipped: getComputedStyle(element.parentElement as Element).overflow,
          pointer: getComputedStyle(element.parentElement as Element).pointerEvents,
        };
      },
      { x: box.x + 30, y: box.y + 10 },
    );
    expect(seen).toEqual({
      width: 200,
      centre: [0, 0],
      duration: 400,
      easing: "linear",
      end: ["scale(2.5)", "0"],
      clipped: "hidden",
      pointer: "none",
    });
    await page.mouse.up();
    await page.mouse.down(); // a new press restarts it
    expect(await ink(page).count()).toBe(1);
    await devtools.send("Animation.setPlaybackRate", { playbackRate: 1 });
    await ink(page).waitFor({ state: "detached" });
  });

  test("doesn't appear with reduced motion", async () => {
    const page = await open({ reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Press me" }).hover();
    await page.mouse.down();
    expect(await ink(page).count()).toBe(0);
  });
});

describe("behaviour 10: layering", () => {
  test("an element gets its z-index when it opens and loses it when it closes", async () => {
    const page = await open();
    const z = (id: string) => page.locator(`#${id}`).evaluate((element) => getComputedStyle(element).zIndex);
    for (const [name, id] of [
      ["Outer", "outer"],
      ["Inner", "inner"],
      ["Hint", "hint"],
    ] as const) {
      await page.getByText(name).click();
      await expect.poll(() => z(id)).not.toBe("auto");
    }
    await page.getByRole("button", { name: "Overlay" }).press("Enter"); // a press beside a menu would close it
    const all = async () => [await z("outer"), await z("inner"), await z("hint"), await z("overlay")];
    await expect.poll(all).toEqual(["1001", "1002", "2103", "3104"]);
    await page.getByText("Hint").click();
    await page.getByRole("button", { name: "Overlay" }).press("Enter");
    await expect.poll(all).toEqual(["1001", "1002", "auto", "auto"]);
    await page.getByText("Hint").click();
    await expect.poll(() => z("hint")).toBe("2103");
  });

  test("Escape closes the topmost menu, and a press outside closes them all", async () => {
    const page = await open();
    const openMenus = () =>
      page.locator("details[data-layer=menu][open]").evaluateAll((all) => all.map(({ id }) => id));
    await page.getByText("Outer").click();
    await page.getByText("Inner").click();
    await page.locator('#inner[style*="z-index"]').waitFor(); // the toggle event comes a little later
    await page.keyboard.press("Escape");
    await expect.poll(openMenus).toEqual(["outer"]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Inner");
    await page.getByLabel("Elsewhere").click();
    await expect.poll(openMenus).toEqual([]);
  });

  test("Escape closes a menu that has only just opened", async () => {
    const page = await open();
    const isOpen = await page.locator("#outer").evaluate((menu: HTMLDetailsElement) => {
      menu.querySelector("summary")?.click(); // the toggle event comes a little later
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }));
      return menu.open;
    });
    expect(isOpen).toBe(false);
  });
});

describe("behaviour 9: install prompt", () => {
  /** Fires the event of an installable page; returns whether the browser's own banner was held back. */
  const offer = (page: Page, outcome: "accepted" | "dismissed" = "dismissed") =>
    page.evaluate((answer) => {
      const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: async () => document.body.setAttribute("data-prompted", "yes"),
        userChoice: Promise.resolve({ outcome: answer }),
      });
      return !window.dispatchEvent(event);
    }, outcome);
  const hidden = (page: Page) => page.evaluate(() => localStorage.getItem("vite-pwa:hide-install"));

  test("Install opens the browser's dialog; dismissing that doesn't hide our prompt for good", async () => {
    const page = await open();
    expect(await offer(page)).toBe(true);
    await page.getByRole("button", { name: "Install" }).click();
    expect(await page.getByRole("button", { name: "Install" }).count()).toBe(0);
    expect(await page.locator("body").getAttribute("data-prompted")).toBe("yes");
    expect(await hidden(page)).toBeNull();
    await offer(page);
    await page.getByRole("button", { name: "Not now" }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("appinstalled")));
    await page.getByRole("button", { name: "Not now" }).waitFor({ state: "detached" });
  });

  test("Not now hides it, also after a reload", async () => {
    const page = await open();
    await offer(page);
    await page.getByRole("button", { name: "Not now" }).click();
    expect(await hidden(page)).toBe("true");
    expect(await offer(page)).toBe(false);
    await page.reload();
    expect(await offer(page)).toBe(false);
    expect(await page.getByRole("button", { name: "Install" }).count()).toBe(0);
  });

  test("works where storage is forbidden", async () => {
    const page = await open({}, (fresh) =>
      fresh.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("Forbidden", "SecurityError");
          },
        });
      }),
    );
    expect(await offer(page)).toBe(true);
    await page.getByRole("button", { name: "Not now" }).click();
    await page.getByRole("button", { name: "Not now" }).waitFor({ state: "detached" });
  });
});
