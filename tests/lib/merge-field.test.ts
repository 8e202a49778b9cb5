import { expect, test } from "vitest";
import { mergeField } from "~/lib/merge-field";

test.each([
  ["changed only by me", "A", "B", "A", "apply"],
  ["changed only by them", "A", "A", "C", "keep"],
  ["changed by both to the same value", "A", "B", "B", "keep"],
  ["changed by both to different values", "A", "B", "C", "conflict"],
  ["changed by neither", "A", "A", "A", "keep"],
  ["different values without a baseline", undefined, "B", "C", "conflict"],
  ["the same value without a baseline", undefined, "C", "C", "keep"],
  ["a list changed only by me", ["a"], ["a", "b"], ["a"], "apply"],
  ["a list changed by neither", ["a"], ["a"], ["a"], "keep"],
  ["cleared only by me", 7, null, 7, "apply"],
])("domain B12: merges a changed field: %s", (_name, was, mine, current, result) => {
  expect(mergeField<unknown>({ was, mine, current })).toBe(result);
});
