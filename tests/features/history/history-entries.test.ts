import { expect, test } from "vitest";
import { type EventRow, entriesOf } from "~/features/history/history-entries";
import { addedAndRemoved } from "~/features/tasks/field-labels";

let id = 0;
const event = (more: Partial<EventRow>): EventRow => ({
  id: ++id,
  kind: "changed",
  field: "title",
  old_value: null,
  new_value: "New",
  actor_id: 1,
  actor: "Ada",
  via: "web",
  at: 1000,
  change_set_id: null,
  ...{ rule_run_id: null, rule_name: null, because: null },
  ...more,
});
const bySystem = { actor_id: null, actor: null, via: "system" } as const;
const shape = (events: EventRow[]) =>
  entriesOf(events).map(({ actor, changes }) => [
    actor,
    ...changes.map((c) => (c.by === null ? `(${c.field})` : c.field)),
  ]);

test.each<[string, EventRow[], unknown]>([
  [
    "a change set is one entry, with its side effects",
    [
      event({ change_set_id: 7, field: "assignee" }),
      event({ change_set_id: 7, field: "status", ...bySystem }),
      event({ change_set_id: 8, field: "due" }),
    ],
    [
      ["Ada", "assignee", "(status)"],
      ["Ada", "due"],
    ],
  ],
  [
    "simultaneous events by one person are one entry",
    [event({ kind: "replied", field: null }), event({ field: "status" })],
    [["Ada", null, "status"]],
  ],
  [
    "events by another person, channel or time are separate entries",
    [event({}), event({ actor_id: 2, actor: "Bob" }), event({ via: "import" }), event({ at: 1001 }), event(bySystem)],
    [
      ["Ada", "title"],
      ["Bob", "title"],
      ["Ada", "title"],
      ["Ada", "title"],
      [null, "title"],
    ],
  ],
  [
    "two simultaneous change sets don't mix",
    [
      event({ change_set_id: 1, field: "title" }),
      event({ change_set_id: 2, field: "due", actor_id: 2, actor: "Bob" }),
      event({ change_set_id: 1, field: "tags" }),
    ],
    [
      ["Ada", "title", "tags"],
      ["Bob", "due"],
    ],
  ],
])("%s", (_name, events, entries) => {
  expect(shape(events)).toEqual(entries);
});

test.each([
  ["", "vpn", { added: "vpn", removed: "" }],
  ["net, vpn", "mail, net", { added: "mail", removed: "vpn" }],
  ["net", "", { added: "", removed: "net" }],
])("a changed list names only the added and removed values: %j to %j", (from, to, told) => {
  expect(addedAndRemoved(from, to)).toEqual(told);
});
