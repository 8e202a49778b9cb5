import * as say from "./task-list-copy";

/** Sort keys, as in URLs. */
export const SORTS = ["attention", "updated", "created", "priority", "due", "sla", "number"] as const;
export type SortKey = (typeof SORTS)[number];
export type Sort = { key: SortKey; direction: "asc" | "desc" };

/** Sorts that would reveal agent-only data to requesters. */
export const INNER_SORTS: readonly string[] = ["attention", "priority", "due", "sla"] satisfies SortKey[];

/** Default direction of each sort: newest, most urgent or due first. */
const FIRST: Record<SortKey, Sort["direction"]> = {
  attention: "desc",
  updated: "desc",
  created: "desc",
  priority: "desc",
  due: "asc",
  sla: "asc",
  number: "desc",
};

export const DEFAULT_SORT: Sort = { key: "updated", direction: "desc" };

/** Agents' default sort: what needs attention first. */
export const QUEUE_SORT: Sort = { key: "attention", direction: "desc" };

/** Reads `?sort=due` or `?sort=due-desc`; the default sort for anything else. */
export function parseSort(text: string | null, usual = DEFAULT_SORT): Sort {
  const match = /^([a-z]+)(?:-(asc|desc))?$/.exec(text ?? "");
  const key = SORTS.find((known) => known === match?.[1]);
  if (!key) return usual;
  return { key, direction: (match?.[2] as Sort["direction"] | undefined) ?? FIRST[key] };
}

export const sortText = ({ key, direction }: Sort) => `${key}-${direction}`;

/** Sort options for select fields; values as in URLs. */
export const ORDERS: readonly { value: string; label: string }[] = [
  { value: "attention-desc", label: say.attentionFirst },
  { value: "attention-asc", label: say.attentionLeastFirst },
  { value: "updated-desc", label: say.recentlyUpdatedFirst },
  { value: "updated-asc", label: say.leastRecentlyUpdatedFirst },
  { value: "created-desc", label: say.newestFirst },
  { value: "created-asc", label: say.oldestFirst },
  { value: "priority-desc", label: say.mostUrgentFirst },
  { value: "priority-asc", label: say.leastUrgentFirst },
  { value: "due-asc", label: say.earliestDueFirst },
  { value: "due-desc", label: say.latestDueFirst },
  { value: "sla-asc", label: say.nextTargetFirst },
  { value: "sla-desc", label: say.lastTargetFirst },
  { value: "number-desc", label: say.highestNumberFirst },
  { value: "number-asc", label: say.lowestNumberFirst },
];

/** The requested sort, or the default one if it's for agents only; `works`: the viewer is an agent. */
export const sortFor = (works: boolean, wanted: Sort): Sort =>
  works || !INNER_SORTS.includes(wanted.key) ? wanted : DEFAULT_SORT;

/** Sort behind a column heading: its default, or the reverse if already sorted by it. */
export function sortOnClick(key: SortKey, now: Sort): Sort {
  if (now.key !== key) return { key, direction: FIRST[key] };
  return { key, direction: now.direction === "asc" ? "desc" : "asc" };
}

/**
 * Cursor of a page: values of the sort columns, task number last. Null means no due time. Tasks without one come last in both
 * directions. No values: the list's end, read backwards. `group`: the group of a grouped list that it's in.
 */
export type Position = { side: "after" | "before"; values: readonly (number | null)[]; group?: string };

/** Number of cursor values per sort. */
const VALUES: Record<SortKey, number> = {
  attention: 4,
  updated: 2,
  created: 2,
  priority: 3,
  due: 2,
  sla: 2,
  number: 1,
};

/**
 * Reads the page cursor from a URL.
 *
 * Shape   "1772357400000~42": values of the sort columns, then the number; "-" for none. `in` names the group
 * Null    for no cursor or one that doesn't fit the sort: a stale bookmark shows page one, not an error
 * Source  paging by cursor instead of offset, https://use-the-index-luke.com/no-offset
 */
export function parsePosition(parameters: URLSearchParams, { key }: Sort): Position | null {
  const side = parameters.has("after") ? "after" : "before";
  const parts = (parameters.get(side) ?? "").split("~");
  if (parts.length !== VALUES[key]) return null;
  // Times take up to 15 digits. Number and priority must fit PostgreSQL's integers.
  const isTime = (index: number) => index === parts.length - 2 || (index === 0 && key === "attention");
  const reads = (part: string, index: number) =>
    index === 0 && (key === "due" || key === "sla" || key === "attention") && part === "-"
      ? true
      : (isTime(index) ? /^\d{1,15}$/ : /^\d{1,9}$/).test(part);
  if (!parts.every(reads)) return null;
  const group = parameters.get("in");
  const values = parts.map((part) => (part === "-" ? null : Number(part)));
  return { side, values, ...(group !== null && { group }) };
}

export const positionText = (values: Position["values"]) => values.map((value) => value ?? "-").join("~");
