/** What a list tells of tasks beside number, title and status, in its order; people choose of these for each of their lists. */
export const COLUMNS = {
  requester: "Requester",
  assignee: "Assignee",
  team: "Team",
  organization: "Organization",
  type: "Type",
  priority: "Priority",
  tags: "Tags",
  due: "Due",
  created: "Created",
  updated: "Updated",
} as const;

export type ColumnKey = keyof typeof COLUMNS;
export const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];

/** Those of whoever has chosen nothing. */
export const USUAL_COLUMNS: readonly ColumnKey[] = ["requester", "assignee", "priority", "tags", "due", "updated"];

/** Those that are known among these, in their order; null for the usual ones. */
export function columnsIn(keys: readonly string[] | undefined): ColumnKey[] | null {
  if (keys === undefined) return null;
  const chosen = COLUMN_KEYS.filter((key) => keys.includes(key));
  return chosen.join() === USUAL_COLUMNS.join() ? null : chosen;
}
