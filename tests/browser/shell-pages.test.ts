import { describe, expect, test } from "vitest";
import { heading, navLink, openShell } from "./shell-desk";

const { newPage, open } = openShell();

const focused = () => document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName;

describe("behaviour 10: container", () => {
  test.each([
    [1280, 800],
    [390, 700],
  ])("fills a window of %i by %i px, with the loading bar and toasts beside it", async (width, height) => {
    const viewport = { width, height };
    const pages = [await open("/users", { viewport }), await newPage("/login", { viewport })];
    for (const page of pages) {
      const container = await page.locator(".app, .login").boundingBox();
      expect(container?.y).toBe(0);
      expect(container?.height).toBeGreaterThanOrEqual(height);
      const beside = await page.locator(".app ~ *, .login ~ *").evaluateAll((all) => all.map((each) => each.className));
      expect(beside).toEqual(expect.arrayContaining(["loading-bar", "toaster"]));
    }
  });
});

describe("behaviour 10: search shortcut on product pages", () => {
  test.each(["/search?q=printer", "/tasks?q=printer", "/users?q=printer"])("%s has a field for it", async (path) => {
    const page = await open(path);
    await page.keyboard.press("Control+k");
    expect(await page.evaluate(focused)).toBe("q");
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("printer");
  });

  test("a page without a field doesn't focus the previous page's", async () => {
    const page = await open("/tasks");
    await navLink(page, "New task").click();
    await heading(page, "New task");
    await page.keyboard.press("Meta+k");
    expect(await page.evaluate(focused)).not.toBe("q");
  });
});
