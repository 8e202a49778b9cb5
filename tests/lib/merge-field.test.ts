import { expect, test } from "vitest";
import { mergeField } from "~/lib/merge-field";

test.each([
  ["only mine", "A", "B", "A", "apply"],
  ["only theirs", "A", "A", "C", "keep"],
  ["both the same", "A", "B", "B", "keep"],
  ["both, to different values", "A", "B", "C", "conflict"],
  ["mine, taken back by them meanwhile", "A", "A", "A", "keep"],
  ["mine, of a form that does not say what it showed", undefined, "B", "C", "conflict"],
  ["nothing, of such a form", undefined, "C", "C", "keep"],
  ["a list, only mine", ["a"], ["a", "b"], ["a"], "apply"],
  ["a list that is the same in all three", ["a"], ["a"], ["a"], "keep"],
  ["emptied by me, left by them", 7, null, 7, "apply"],
])("domain B12: merges a changed field: %s", (_name, was, mine, current, result) => {
  expect(mergeField<unknown>({ was, mine, current })).toBe(result);
});
