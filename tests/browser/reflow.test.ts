import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { navigateTo, openDemoDesk } from "../support/demo-pages";
import { FONTS } from "../support/fonts";

/** The spacing of letters, words and lines that readers may set: WCAG 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/**
 * Content that is cut off or needs sideways scrolling. A task row has one line: a note and tags that don't fit beside
 * the title are hidden, but never the title.
 */
const whatDoesNotFit = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const cut = [...document.querySelectorAll<HTMLElement>("#content *")].filter((one) => {
      const { overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(one);
      if (clipPath !== "none" || textOverflow === "ellipsis" || one.matches("textarea, select, input, svg *"))
        return false;
      const title = one.matches(".row-name") ? one.querySelector(".row-link") : null;
      if (title && title.getBoundingClientRect().bottom <= one.getBoundingClientRect().bottom + 1) return false;
      const [hidesX, hidesY] = [/hidden|clip/.test(overflowX), /hidden|clip/.test(overflowY)];
      return (hidesX && one.scrollWidth > one.clientWidth + 1) || (hidesY && one.scrollHeight > one.clientHeight + 1);
    });
    return [
      ...(wide > 0 ? [`${wide} px too wide`] : []),
      ...cut.map((one) => `cut off: ${one.outerHTML.slice(0, 120)}`),
    ];
  });

describe("WCAG 1.4.10 and 1.4.12", () => {
  const desk = openDemoDesk();

  test("every page fits a 320 px window with wide text spacing, uncut and without sideways scrolling", async () => {
    const page = await desk.pageOf(desk.cast.ada, "/healthz", {
      viewport: { width: 320, height: 640 },
      bypassCSP: true, // allows the injected style
    });
    const wrong: Record<string, string[]> = {};
    for (const path of await desk.pages()) {
      await navigateTo(page, path);
      if ((await page.locator("style").count()) === 0) await page.addStyleTag({ content: SPACED });
      const found = await whatDoesNotFit(page);
      if (found.length > 0) wrong[path] = found;
    }
    expect(wrong).toEqual({});
  });

  test.each(FONTS)("the most used pages fit 1280 px, and 320 px with text of twice the size, in %s", async (font) => {
    const wrong: Record<string, string[]> = {};
    const page = await desk.pageOf(desk.cast.ada, undefined, { bypassCSP: true, font });
    const login = await desk.newPage(undefined, { bypassCSP: true, font });
    const task = `/tasks/${desk.task}`;
    for (const path of ["/tasks", task, "/search?q=printer", "/settings", "/settings/display", "/login"]) {
      const here = path === "/login" ? login : page;
      await here.setViewportSize({ width: 1280, height: 720 });
      await here.goto(path);
      const wide = await whatDoesNotFit(here);
      await here.setViewportSize({ width: 320, height: 640 });
      await here.goto(path);
      await here.addStyleTag({ content: "html { font-size: 200% !important; }" });
      const narrow = await whatDoesNotFit(here);
      if (wide.length + narrow.length > 0) wrong[path] = [...wide, ...narrow];
    }
    expect(wrong).toEqual({});
  });
});
