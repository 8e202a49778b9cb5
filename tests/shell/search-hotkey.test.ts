import { describe, expect, test } from "vitest";
import { isSearchHotkey } from "~/shell/search-hotkey.island";

const k = { key: "k", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe("behaviour 10: search shortcut", () => {
  test.each([
    ["Ctrl+K", { ...k, ctrlKey: true }, true],
    ["Cmd+K", { ...k, metaKey: true }, true],
    ["Ctrl+K with caps lock", { ...k, key: "K", ctrlKey: true }, true],
    ["K alone", k, false],
    ["Ctrl+Cmd+K", { ...k, ctrlKey: true, metaKey: true }, false],
    ["Ctrl+Shift+K", { ...k, key: "K", ctrlKey: true, shiftKey: true }, false],
    ["Ctrl+Alt+K", { ...k, ctrlKey: true, altKey: true }, false],
    ["Ctrl+J", { ...k, key: "j", ctrlKey: true }, false],
  ])("%s", (_, event, expected) => {
    expect(isSearchHotkey(event)).toBe(expected);
  });
});
