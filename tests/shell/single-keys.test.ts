import { describe, expect, test } from "vitest";
import { singleKey } from "~/shell/keyboard-shortcuts.island";

const j = {
  ...{ key: "j", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...{ isComposing: false, keyCode: 74, repeat: false, defaultPrevented: false },
  getModifierState: (_: string) => false,
};
const altGr = { getModifierState: (name: string) => name === "AltGraph" };

describe("domain B15: single keys", () => {
  test.each([
    ["a letter", j, "j"],
    ["a letter with caps lock", { ...j, key: "J" }, "j"],
    ["J held down, to move through a list", { ...j, repeat: true }, "j"],
    ["a question mark typed with Shift", { ...j, key: "?", shiftKey: true }, "?"],
    ["a slash typed with Shift", { ...j, key: "/", shiftKey: true }, "/"],
    ["an X with Shift, which selects a range", { ...j, key: "X", shiftKey: true }, "X"],
    ["an X with caps lock", { ...j, key: "X" }, "x"],
    ["a bracket typed with AltGr", { ...j, ...altGr, key: "[" }, "["],
    ["a letter with Shift", { ...j, key: "J", shiftKey: true }, null],
    ["a letter with Ctrl", { ...j, ctrlKey: true }, null],
    ["a letter with Cmd", { ...j, metaKey: true }, null],
    ["a letter with Alt", { ...j, altKey: true }, null],
    ["a letter with AltGr", { ...j, ...altGr }, null],
    ["a question mark typed with AltGr", { ...j, ...altGr, key: "?" }, "?"],
    ["a slash held down", { ...j, key: "/", repeat: true }, null],
    ["a key within a composition", { ...j, isComposing: true }, null],
    ["the key that ends a composition in Safari", { ...j, keyCode: 229 }, null],
    ["a key already handled elsewhere", { ...j, defaultPrevented: true }, null],
    ["an action key held down", { ...j, key: "a", repeat: true }, null],
    ["an unassigned letter", { ...j, key: "q" }, null],
    ["the J key of a Russian keyboard", { ...j, key: "о" }, null],
    ["a dead key", { ...j, key: "Dead" }, null],
    ["no character", { ...j, key: "Escape" }, null],
  ])("%s", (_, event, expected) => {
    expect(singleKey(event)).toBe(expected);
  });
});
