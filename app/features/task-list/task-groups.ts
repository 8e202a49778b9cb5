/** Ways to group a list, as in URLs. */
export const GROUPINGS = ["status", "assignee", "priority", "due"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/**
 * Reads `?group=priority`; null for anything else. Only agents can group lists: requesters don't see most of the
 * grouping fields.
 */
export const parseGrouping = (text: string | null, works: boolean): Grouping | null =>
  (works && GROUPINGS.find((known) => known === text)) || null;

/** A group as a page of the list shows it, with the number of its tasks on the page. */
export type ShownGroup = { key: string; name: string; count: number };
