import { timeZoneNamed } from "~/lib/time-zones";
import type { Qualifier, QueryTerm } from "./query-ast";
import { CLOCK_ENDS, SORT_KEYS } from "./query-fields";
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

/** Whether a term asks for no task: it only says how to sort, or where days begin. */
export const isSetting = (term: QueryTerm) => term.kind === "qualifier" && (term.key === "sort" || term.key === "zone");

/** The time zone that `zone:` asks days to be read in; null without one. */
export function zoneAsked(terms: readonly QueryTerm[]): string | null {
  const term = terms.find((one) => one.kind === "qualifier" && one.key === "zone");
  const value = term?.kind === "qualifier" ? term.values[0] : undefined;
  return value && value.kind !== "range" ? timeZoneNamed(value.text) : null;
}

/** Messages for qualifiers that aren't supported yet. */
const MISSING: Record<string, string> = {
  site: say.noSiteSearchYet,
};

/** Error message for a qualifier, or a value such as `has:sla`, that task search doesn't support. */
export function notYet(key: string): string {
  if (["is:away", "is:unverified"].includes(key)) return say.findsPeople(key);
  if (key === "role" || key === "state") return say.fieldFindsPeople(key);
  return MISSING[key] ?? say.notSearchableYet(key);
}

export const isMissing = (key: string) => key in MISSING;

/** Qualifiers for agents only: requesters can't search by data they can't see. */
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
  ...["answered", "rated", "backlog", ...CLOCK_ENDS],
  "rating",
  "watcher",
  "parent",
  "linked",
  ...["sla", "sla.first", "sla.next", "sla.resolve", "sla-due"],
];
const INNER_FLAGS = [
  ...["is:unassigned", "is:overdue", "is:snoozed", "is:confidential", "is:watched"],
  ...["is:undelivered", "is:merged", "is:spam", "is:trashed", "is:child", "is:parent", "has:link", "has:checklist"],
  ...["has:due", "has:note", "has:rating", "has:sla", "is:one-touch"],
];

/** The agents-only part of a qualifier; undefined when anyone may use it. */
export function innerOf({ key, values }: Qualifier): string | undefined {
  const asked = values.map((value) => (value.kind === "range" ? "" : `${key}:${value.text.toLowerCase()}`));
  return INNER.includes(key) ? `${key}:` : asked.find((flag) => INNER_FLAGS.includes(flag));
}
