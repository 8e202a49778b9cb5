import { describe, expect, test } from "vitest";
import { preferencesIn } from "~/lib/browser-storage";
import { closesAfterLoading, keepSidebar, NARROW, takeKeptSidebar } from "~/shell/sidebar.island";

describe("behaviour 10: sidebar", () => {
  test("counts windows up to 640 px as narrow", () => expect(NARROW).toBe("(max-width: 640px)"));

  test.each([
    ["loading", "idle", true, true],
    ["submitting", "idle", true, true],
    ["loading", "idle", false, false],
    ["idle", "loading", true, false], // the click
    ["idle", "idle", true, false], // a resize
    ["submitting", "loading", true, false],
  ] as const)("from %s to %s, narrow %s: closes %s", (before, now, narrow, closes) => {
    expect(closesAfterLoading(before, now, narrow)).toBe(closes);
  });

  test("reopens once after the page reloads itself (behaviour 7.3)", () => {
    const items = new Map<string, string>();
    const kept = preferencesIn(() => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }));
    keepSidebar(false, kept);
    expect(takeKeptSidebar(kept)).toBe(false);
    keepSidebar(true, kept);
    expect([takeKeptSidebar(kept), takeKeptSidebar(kept)]).toEqual([true, false]);
  });
});
