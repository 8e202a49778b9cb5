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
    ["an unchanged field", field({ value: "a", defaultValue: "a" }), false],
    ["an edited field", field({ value: "ab", defaultValue: "a" }), true],
    ["a cleared field", field({ value: "", defaultValue: "a" }), true],
    ["an edited text area", field({ type: "textarea", value: "Hello" }), true],
    ["an unchanged field of a refused form", field({ value: "a", defaultValue: "a", refused: true }), true],
    ["a hidden field", field({ type: "hidden", value: "b", defaultValue: "a" }), false],
    ["a button", field({ type: "submit", value: "Send" }), false],
    [
      "a newly ticked checkbox",
      field({ type: "checkbox", checked: true, defaultChecked: false, value: "on", defaultValue: "on" }),
      true,
    ],
    ["an unchanged checkbox", field({ type: "checkbox", checked: true, defaultChecked: true, value: "on" }), false],
    ["an unchanged list", field({ type: "select-one", options: options([false, false], [true, true]) }), false],
    [
      "a list at its first option, with no default",
      field({ type: "select-one", options: options([true, false], [false, false]) }),
      false,
    ],
    ["a changed list", field({ type: "select-one", options: options([false, false], [true, false]) }), true],
    [
      "a multiple-choice list with nothing chosen",
      field({ type: "select-multiple", options: options([false, false]) }),
      false,
    ],
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
