import { describe, expect, test } from "vitest";
import { preferencesIn } from "~/lib/browser-storage";

function aStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
const refuse = () => {
  throw new DOMException("no", "SecurityError");
};

describe("behaviour 10: stored preferences", () => {
  test("can be read back, and are gone when removed", () => {
    const storage = aStorage();
    const kept = preferencesIn(() => storage);
    expect([kept.read("a"), kept.write("a", "1"), kept.read("a")]).toEqual([null, true, "1"]);
    kept.remove("a");
    expect(kept.read("a")).toBeNull();
  });

  test.each([
    ["forbidden", refuse],
    ["full", () => ({ getItem: refuse, setItem: refuse, removeItem: refuse })],
  ])("%s storage counts as empty", (_, storage) => {
    const kept = preferencesIn(storage);
    expect([kept.read("a"), kept.write("a", "1"), kept.remove("a")]).toEqual([null, false, undefined]);
  });
});
