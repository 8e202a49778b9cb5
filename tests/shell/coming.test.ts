import { expect, test } from "vitest";
import { shapeOf } from "~/shell/route-announcer.island";

test.each([
  ["/", "list"],
  ["/tasks", "list"],
  ["/users", "list"],
  ["/tasks/42", "task"],
  ["/tasks/new", "plain"],
  ["/tasks/42/merge", "plain"],
  ["/settings", "plain"],
])("the skeleton for %s has the %s shape", (path, shape) => {
  expect(shapeOf(path)).toBe(shape);
});
