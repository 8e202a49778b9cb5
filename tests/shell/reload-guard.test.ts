import { describe, expect, test } from "vitest";
import { preferencesIn } from "~/lib/browser-storage";
import { mayReload } from "~/shell/build-watch.island";

const now = Date.UTC(2026, 2, 1, 9);

function aTab(content: Record<string, string> = {}) {
  const items = new Map(Object.entries(content));
  const kept = preferencesIn(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }));
  return { items, kept };
}

describe("behaviour 7.3: the reload guard", () => {
  test("writes path and end time under app:reload", () => {
    const { items, kept } = aTab();
    expect(mayReload("/tasks?page=2", now, kept)).toBe(true);
    expect(JSON.parse(items.get("app:reload") ?? "")).toEqual({ path: "/tasks?page=2", expires: now + 10_000 });
  });

  test.each([
    ["the same path within ten seconds", "/tasks", 9_999, false],
    ["the same path after ten seconds", "/tasks", 10_000, true],
    ["another path at once", "/users", 1, true],
  ])("%s", (_, path, later, allowed) => {
    const { kept } = aTab();
    mayReload("/tasks", now, kept);
    expect(mayReload(path, now + later, kept)).toBe(allowed);
  });

  test.each(["", "null", "{", "[]", '{"path":"/tasks"}', "7"])("ignores %j in storage", (text) => {
    expect(mayReload("/tasks", now, aTab({ "app:reload": text }).kept)).toBe(true);
  });

  test("never reloads without storage", () => {
    const kept = preferencesIn(() => {
      throw new Error("no storage");
    });
    expect(mayReload("/tasks", now, kept)).toBe(false);
  });
});
