import { expect, test } from "vitest";
import { describeChange } from "~/features/history/what-changed.server";
import { NOON } from "../../support/factories";

const cases: [field: string, from: string | null, to: string | null, says: unknown[]][] = [
  ["priority", "Normal", "High", ["changed Priority from ", { was: "Normal" }, " to ", { is: "High" }]],
  ["assignee", null, "Ada", ["set Assignee to ", { is: "Ada" }]],
  ["field.Floor", "3", null, ["removed Floor ", { was: "3" }]],
  ["due", null, "2026-11-25", ["set Due to ", { is: "25 November" }]],
  ["snooze", "2026-11-25", null, ["ended the snooze"]],
  ["tags", "mail, net", "net, vpn", ["added ", { is: "vpn" }, " to Tags and removed ", { was: "mail" }]],
  ["participants", null, "Ada", ["added ", { is: "Ada" }, " in copy"]],
  ["watchers", "Ada", null, ["removed ", { was: "Ada" }, " as a watcher"]],
  ["checklist", "☐ Ask Bob", "☑ Ask Bob", ["ticked ", { text: "Ask Bob" }]],
  ["checklist", "☐ Ask", "☐ Call", ["changed the item ", { text: "Ask" }, " to ", { text: "Call" }]],
  ["parent", null, "#7", ["made this a sub-task of ", { task: 7 }]],
  ["blocks", "a task you can't see", null, ["removed a link: blocks a task you can't see"]],
];

test.each(cases)("describes a change of %s from %s to %s", (field, from, to, says) => {
  expect(describeChange({ id: 1, kind: "changed", field, from, to }, NOON)).toEqual(says);
});
