import type { QueryTerm } from "./query-ast";

/** What one is not shown of a task from the requester's side one cannot search by either. */
const INNER = [
  "assignee",
  "creator",
  "team",
  "org",
  "tag",
  "priority",
  "due",
  "snooze",
  "note",
  "reopened",
  "rating",
  "watcher",
  "parent",
  "linked",
];
const INNER_FLAGS = [
  ...["is:unassigned", "is:overdue", "is:snoozed", "is:confidential", "is:watched"],
  ...["is:merged", "is:spam", "is:trashed", "is:child", "is:parent", "has:link", "has:checklist"],
  ...["has:due", "has:note", "has:rating"],
];

/** What of a qualifier is for people who work on tasks alone; undefined for what everybody may ask. */
export function innerOf({ key, values }: Extract<QueryTerm, { kind: "qualifier" }>): string | undefined {
  const asked = values.map((value) => (value.kind === "range" ? "" : `${key}:${value.text.toLowerCase()}`));
  return INNER.includes(key) ? `${key}:` : asked.find((flag) => INNER_FLAGS.includes(flag));
}
