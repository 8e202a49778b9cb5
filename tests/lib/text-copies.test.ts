import { expect, test } from "vitest";
import { keepDraftsOf, readCopy, writeCopy } from "~/lib/browser-drafts";
import { preferencesIn } from "~/lib/browser-storage";
import { announceSession } from "~/lib/tab-events";

function storage() {
  const items = new Map<string, string>();
  const kept = preferencesIn(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }));
  return { items, kept };
}
const copy = { body: "Hello", fields: {}, requestKey: "k", revision: 0, known: null, at: 1 };

test("a browser draft is found by its author and place until it's deleted", () => {
  const { items, kept } = storage();
  writeCopy(1, "reply 4", copy, kept);
  writeCopy(1, "task", { ...copy, body: "New" }, kept);
  expect([readCopy(1, "reply 4", kept)?.body, readCopy(1, "task", kept)?.body]).toEqual(["Hello", "New"]);
  expect([readCopy(2, "reply 4", kept), readCopy(1, "reply 5", kept)]).toEqual([null, null]);
  writeCopy(1, "reply 4", null, kept);
  writeCopy(1, "task", null, kept);
  expect(items.size).toBe(0);
});

test("drafts go when their author signs out or another user signs in, not when a session expires", () => {
  const { kept } = storage();
  writeCopy(1, "task", copy, kept);
  announceSession(null, kept);
  announceSession(1, kept);
  expect(readCopy(1, "task", kept)).not.toBeNull();
  announceSession(2, kept);
  expect(readCopy(1, "task", kept)).toBeNull();
  writeCopy(2, "task", copy, kept);
  keepDraftsOf(null, kept);
  expect(readCopy(2, "task", kept)).toBeNull();
});

test("a page left open by another user doesn't change the current user's drafts", () => {
  const { kept } = storage();
  announceSession(2, kept);
  writeCopy(2, "task", copy, kept);
  writeCopy(1, "task", { ...copy, body: "Left open" }, kept);
  writeCopy(1, "reply 4", null, kept);
  expect(readCopy(2, "task", kept)).toEqual(copy);
});

test.each(["", "null", "7", "{", '{"person":1}', '{"person":1,"places":7}'])(
  "an invalid stored value counts as no draft: %s",
  (value) => {
    const { items, kept } = storage();
    items.set("app:writing", value);
    expect(readCopy(1, "task", kept)).toBeNull();
    writeCopy(1, "task", copy, kept);
    expect(readCopy(1, "task", kept)).toEqual(copy);
  },
);
