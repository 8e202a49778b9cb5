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
    ["with caps lock", { ...j, key: "J" }, "j"],
    ["held down, through a list", { ...j, repeat: true }, "j"],
    ["a question mark, which is behind Shift", { ...j, key: "?", shiftKey: true }, "?"],
    ["a slash that is behind Shift", { ...j, key: "/", shiftKey: true }, "/"],
    ["an X with Shift, which selects a range", { ...j, key: "X", shiftKey: true }, "X"],
    ["an X with caps lock", { ...j, key: "X" }, "x"],
    ["a bracket that is behind AltGr", { ...j, ...altGr, key: "[" }, "["],
    ["with Shift", { ...j, key: "J", shiftKey: true }, null],
    ["with Ctrl", { ...j, ctrlKey: true }, null],
    ["with Cmd", { ...j, metaKey: true }, null],
    ["with Alt", { ...j, altKey: true }, null],
    ["with AltGr", { ...j, ...altGr }, null],
    ["a question mark that is behind AltGr", { ...j, ...altGr, key: "?" }, "?"],
    ["a slash held down", { ...j, key: "/", repeat: true }, null],
    ["within a composed character", { ...j, isComposing: true }, null],
    ["which ended a composition in Safari", { ...j, keyCode: 229 }, null],
    ["taken by somebody else", { ...j, defaultPrevented: true }, null],
    ["held down, what does something", { ...j, key: "a", repeat: true }, null],
    ["a letter without meaning", { ...j, key: "q" }, null],
    ["the same key of a Russian keyboard", { ...j, key: "о" }, null],
    ["a dead key", { ...j, key: "Dead" }, null],
    ["no character", { ...j, key: "Escape" }, null],
  ])("%s", (_, event, expected) => {
    expect(singleKey(event)).toBe(expected);
  });
});
