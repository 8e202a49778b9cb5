import type { Qualifier, QueryTerm } from "./query-ast";
import { SORT_KEYS } from "./query-fields";
import * as say from "./search-copy";

type SortKey = (typeof SORT_KEYS)[number];
export type QuerySort = { by: SortKey; direction: "asc" | "desc" };

/** Reads a query's `sort:`; null when there is none. By default, the most recent or most urgent comes first. */
export function sortOf(terms: readonly QueryTerm[]): QuerySort | null {
  const term = terms.find((one) => one.kind === "qualifier" && one.key === "sort");
  const value = term?.kind === "qualifier" ? term.values[0] : undefined;
  if (!value || value.kind === "range") return null;
  const [key, direction] = value.text.toLowerCase().split("-");
  const by = SORT_KEYS.find((one) => one === key);
  if (!by) return null;
  if (direction === "asc" || direction === "desc") return { by, direction };
  return { by, direction: by === "due" || by === "sla" ? "asc" : "desc" };
}

/** Messages for qualifiers that aren't supported yet. */
const MISSING: Record<string, string> = {
  site: say.noSiteSearchYet,
  "has:sla": say.noServiceLevelSearchYet,
};

/** Error message for a qualifier, or a value such as `has:sla`, that task search doesn't support. */
export function notYet(key: string): string {
  if (["is:away", "is:unverified"].includes(key)) return say.findsPeople(key);
  if (key === "role" || key === "state") return say.fieldFindsPeople(key);
  if (key.startsWith("sla")) return say.noServiceLevelSearchYet;
  return MISSING[key] ?? say.notSearchableYet(key);
}

export const isMissing = (key: string) => key in MISSING || /^(sla\b|sort:sla)/.test(key);

/** Qualifiers for agents only: requesters can't search by what they can't see. */
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
  ...["is:undelivered", "is:merged", "is:spam", "is:trashed", "is:child", "is:parent", "has:link", "has:checklist"],
  ...["has:due", "has:note", "has:rating"],
];

/** The agents-only part of a qualifier; undefined when anyone may use it. */
export function innerOf({ key, values }: Qualifier): string | undefined {
  const asked = values.map((value) => (value.kind === "range" ? "" : `${key}:${value.text.toLowerCase()}`));
  return INNER.includes(key) ? `${key}:` : asked.find((flag) => INNER_FLAGS.includes(flag));
}
