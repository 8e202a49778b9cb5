import type { QueryTerm } from "./query-ast";
import { SORT_KEYS } from "./query-fields";

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
