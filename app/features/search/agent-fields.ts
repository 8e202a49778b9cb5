import type { QueryTerm } from "./query-ast";
import { SORT_KEYS } from "./query-fields";
import * as say from "./search-copy";

export type SortKey = (typeof SORT_KEYS)[number];
export type QuerySort = { by: SortKey; direction: "asc" | "desc" };

/** What comes first when no direction is said: what is nearest or most pressing. */
const FIRST: Record<SortKey, QuerySort["direction"]> = {
  attention: "desc",
  updated: "desc",
  created: "desc",
  priority: "desc",
  due: "asc",
  sla: "asc",
  number: "desc",
  relevance: "desc",
};

/** What the `sort:` of a query asks for; null when it has none. */
export function sortOf(terms: readonly QueryTerm[]): QuerySort | null {
  const term = terms.find((one) => one.kind === "qualifier" && one.key === "sort");
  const value = term?.kind === "qualifier" ? term.values[0] : undefined;
  if (!value || value.kind === "range") return null;
  const [key, direction] = value.text.toLowerCase().split("-");
  const by = SORT_KEYS.find((one) => one === key);
  if (!by) return null;
  return { by, direction: direction === "asc" || direction === "desc" ? direction : FIRST[by] };
}

/** What is said of what the desk does not keep yet. */
const MISSING: Record<string, string> = {
  site: say.noSitesYet,
  "is:undelivered": say.noUndeliveredMailYet,
  "has:sla": say.noServiceLevelsYet,
};

/** The sentence for a qualifier, or a value such as `is:spam`, that cannot be searched by. */
export function notYet(key: string): string {
  if (["is:away", "is:unverified"].includes(key)) return say.findsPeople(key);
  if (key === "role" || key === "state") return say.fieldFindsPeople(key);
  if (key.startsWith("sla")) return say.noServiceLevelsYet;
  return MISSING[key] ?? say.notSearchedByYet(key);
}

/** Whether the desk does not keep what this asks for. */
export const isMissing = (key: string) => key in MISSING || /^(sla\b|sort:sla)/.test(key);

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
