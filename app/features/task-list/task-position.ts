import * as say from "./task-list-copy";

/** The orders a list of tasks has. A name is what stands in the address. */
export const SORTS = ["attention", "updated", "created", "priority", "due", "number"] as const;
export type SortKey = (typeof SORTS)[number];
export type Sort = { key: SortKey; direction: "asc" | "desc" };

/** Orders that would tell requesters what they are not shown of a task. */
export const INNER_SORTS: readonly string[] = ["attention", "priority", "due"] satisfies SortKey[];

/** The direction people expect first: what is newest, most urgent or due next. */
const FIRST: Record<SortKey, Sort["direction"]> = {
  attention: "desc",
  updated: "desc",
  created: "desc",
  priority: "desc",
  due: "asc",
  number: "desc",
};

export const DEFAULT_SORT: Sort = { key: "updated", direction: "desc" };

/** How the queue of those who work on tasks is ordered unless they choose: what needs somebody first. */
export const QUEUE_SORT: Sort = { key: "attention", direction: "desc" };

/** Reads `?sort=due` or `?sort=due-desc`; the usual order for anything else. */
export function parseSort(text: string | null, usual = DEFAULT_SORT): Sort {
  const match = /^([a-z]+)(?:-(asc|desc))?$/.exec(text ?? "");
  const key = SORTS.find((known) => known === match?.[1]);
  if (!key) return usual;
  return { key, direction: (match?.[2] as Sort["direction"] | undefined) ?? FIRST[key] };
}

export const sortText = ({ key, direction }: Sort) => `${key}-${direction}`;

/** The orders in words, for those who choose one without a heading: as addresses say them. */
export const ORDERS: readonly { value: string; label: string }[] = [
  { value: "attention-desc", label: say.attentionFirst },
  { value: "attention-asc", label: say.attentionLeastFirst },
  { value: "updated-desc", label: say.changedLastFirst },
  { value: "updated-asc", label: say.untouchedForLongestFirst },
  { value: "created-desc", label: say.newestFirst },
  { value: "created-asc", label: say.oldestFirst },
  { value: "priority-desc", label: say.mostUrgentFirst },
  { value: "priority-asc", label: say.leastUrgentFirst },
  { value: "due-asc", label: say.earliestDueFirst },
  { value: "due-desc", label: say.latestDueFirst },
  { value: "number-desc", label: say.highestNumberFirst },
  { value: "number-asc", label: say.lowestNumberFirst },
];

/** The order that somebody gets who asks for this one; `works`: whether they work on tasks. */
export const sortFor = (works: boolean, wanted: Sort): Sort =>
  works || !INNER_SORTS.includes(wanted.key) ? wanted : DEFAULT_SORT;

/** What a heading of the table leads to: its order, or the other way round where the list has that order already. */
export function sortOnClick(key: SortKey, now: Sort): Sort {
  if (now.key !== key) return { key, direction: FIRST[key] };
  return { key, direction: now.direction === "asc" ? "desc" : "asc" };
}

/**
 * Where a page begins or ends: the values of the row the list is sorted by, its number last; null stands for "has no
 * due day", which comes last in both directions.
 */
export type Position = { side: "after" | "before"; values: readonly (number | null)[] };

/** How many values a position has in each order. */
const VALUES: Record<SortKey, number> = { attention: 4, updated: 2, created: 2, priority: 3, due: 2, number: 1 };

/**
 * Reads the page position from an address.
 *
 * Shape   "1772357400000~42": values of the sorted columns, then the number; "-" for none
 * Null    for no position or one that does not fit the order: a stale bookmark shows page one, not an error
 * Source  paging by position instead of offset, https://use-the-index-luke.com/no-offset
 */
export function parsePosition(parameters: URLSearchParams, { key }: Sort): Position | null {
  const side = parameters.has("after") ? "after" : "before";
  const parts = (parameters.get(side) ?? "").split("~");
  if (parts.length !== VALUES[key]) return null;
  // Times; number and priority, which are no longer than PostgreSQL's integers.
  const isTime = (index: number) => index === parts.length - 2 || (index === 0 && key === "attention");
  const reads = (part: string, index: number) =>
    index === 0 && (key === "due" || key === "attention") && part === "-"
      ? true
      : (isTime(index) ? /^\d{1,15}$/ : /^\d{1,9}$/).test(part);
  if (!parts.every(reads)) return null;
  return { side, values: parts.map((part) => (part === "-" ? null : Number(part))) };
}

export const positionText = (values: Position["values"]) => values.map((value) => value ?? "-").join("~");
