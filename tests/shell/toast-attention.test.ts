import { describe, expect, test } from "vitest";
import { isToastHotkey } from "~/shell/toast-hotkey";
import { type AttentionEvent, isExpanded, isPaused, NO_ATTENTION, nextAttention } from "~/shell/toast-stack.island";

describe("behaviour 6.2 and 6.3: what expands the toasts and pauses their timers", () => {
  const cases: [string, AttentionEvent[], { expanded: boolean; paused: boolean }][] = [
    ["nothing", [], { expanded: false, paused: false }],
    ["the pointer over the list", ["enter"], { expanded: true, paused: true }],
    ["the pointer leaving the list", ["enter", "leave"], { expanded: false, paused: false }],
    ["a pressed pointer leaving the list", ["enter", "press", "leave"], { expanded: true, paused: true }],
    [
      "a pressed pointer released outside the list",
      ["enter", "press", "leave", "release"],
      { expanded: false, paused: false },
    ],
    ["a pressed pointer released over the list", ["enter", "press", "release"], { expanded: true, paused: true }],
    ["Alt+T", ["hotkey", "focus"], { expanded: true, paused: true }],
    [
      "Escape after Alt+T: collapsed, but focus still pauses the timers",
      ["hotkey", "focus", "escape"],
      { expanded: false, paused: true },
    ],
    ["focus moved in and out by keyboard", ["focus", "blur"], { expanded: false, paused: false }],
    ["the tab in the background", ["hide"], { expanded: false, paused: true }],
    ["the tab back in front", ["hide", "show"], { expanded: false, paused: false }],
    ["the pointer leaving while the tab is hidden", ["enter", "hide", "leave"], { expanded: false, paused: true }],
    [
      "the last toast removed under the pointer",
      ["enter", "press", "focus", "empty"],
      { expanded: false, paused: false },
    ],
  ];

  test.each(cases)("%s", (_, events, expected) => {
    const attention = events.reduce(nextAttention, NO_ATTENTION);
    expect({ expanded: isExpanded(attention, 2), paused: isPaused(attention) }).toEqual(expected);
  });

  test.each([
    [0, false],
    [1, false],
    [2, true],
    [5, true],
  ])("the pointer expands a stack of %i toasts: %s", (toasts, expanded) => {
    expect(isExpanded(nextAttention(NO_ATTENTION, "enter"), toasts)).toBe(expanded);
  });
});

describe("behaviour 6.5: the toast hotkey", () => {
  const alt = { code: "KeyT", altKey: true, ctrlKey: false, metaKey: false };
  test.each([
    ["Alt and the T key", alt, true],
    ["Alt and the T key that types †", { ...alt, key: "†" }, true],
    ["Alt and another key that types t", { ...alt, code: "KeyY", key: "t" }, false],
    ["T alone", { ...alt, altKey: false }, false],
    ["AltGr, which some systems send as Ctrl+Alt", { ...alt, ctrlKey: true }, false],
    ["Cmd+Alt+T", { ...alt, metaKey: true }, false],
  ])("%s", (_, event, expected) => {
    expect(isToastHotkey(event)).toBe(expected);
  });
});
