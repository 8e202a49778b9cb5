import { describe, expect, test } from "vitest";
import { type Field, isUnsaved, losesInput } from "~/ui/unsaved-input";

const field = (given: Partial<Field>): Field => ({
  type: "text",
  value: "",
  defaultValue: "",
  refused: false,
  ...given,
});
const options = (...pairs: [selected: boolean, defaultSelected: boolean][]) =>
  pairs.map(([selected, defaultSelected]) => ({ selected, defaultSelected }));

describe("behaviour 7.3: unsaved input", () => {
  test.each([
    ["an empty field", field({}), false],
    ["a field as it came", field({ value: "a", defaultValue: "a" }), false],
    ["a field that was typed in", field({ value: "ab", defaultValue: "a" }), true],
    ["a field that was emptied", field({ value: "", defaultValue: "a" }), true],
    ["a text area that was typed in", field({ type: "textarea", value: "Hello" }), true],
    ["a field as it came back from a refusal", field({ value: "a", defaultValue: "a", refused: true }), true],
    ["a hidden field", field({ type: "hidden", value: "b", defaultValue: "a" }), false],
    ["a button", field({ type: "submit", value: "Send" }), false],
    [
      "a ticked box",
      field({ type: "checkbox", checked: true, defaultChecked: false, value: "on", defaultValue: "on" }),
      true,
    ],
    ["a box as it came", field({ type: "checkbox", checked: true, defaultChecked: true, value: "on" }), false],
    ["a list as it came", field({ type: "select-one", options: options([false, false], [true, true]) }), false],
    [
      "a list at its first option, none marked",
      field({ type: "select-one", options: options([true, false], [false, false]) }),
      false,
    ],
    [
      "a list with another option chosen",
      field({ type: "select-one", options: options([false, false], [true, false]) }),
      true,
    ],
    ["a list of several, none chosen", field({ type: "select-multiple", options: options([false, false]) }), false],
    ["a chosen file", field({ type: "file", value: "C:\\fakepath\\a.txt" }), true],
  ])("%s: %s", (_, given, unsaved) => {
    expect(isUnsaved(given)).toBe(unsaved);
  });
});

test("leaving a page loses the input of a form that posts, unless the form keeps a draft", () => {
  expect(losesInput({ method: "post", dataset: {} })).toBe(true);
  expect(losesInput({ method: "get", dataset: {} })).toBe(false);
  expect(losesInput({ method: "post", dataset: { keepsDraft: "true" } })).toBe(false);
});
