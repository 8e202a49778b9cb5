import { fieldName } from "~/features/custom-fields/field-name";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import * as terms from "~/features/tasks/tasks-copy";
import * as say from "./task-list-copy";

/**
 * Optional columns, in display order, besides number, title and status. People choose from these and the desk's custom
 * fields for each of their lists.
 */
export const COLUMNS = {
  requester: terms.requester,
  assignee: terms.assignee,
  team: terms.team,
  organization: say.organization,
  type: terms.type,
  priority: terms.priority,
  tags: terms.tags,
  due: terms.due,
  created: terms.created,
  updated: say.updated,
  first_response: say.firstResponse,
  first_response_due: say.firstResponseDue,
  first_response_used: say.firstResponseUsed,
  next_response: say.nextResponse,
  next_response_due: say.nextResponseDue,
  next_response_used: say.nextResponseUsed,
  resolution: say.resolution,
  resolution_due: say.resolutionDue,
  resolution_used: say.resolutionUsed,
} as const;

export type ColumnKey = keyof typeof COLUMNS;
export const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];

/** Columns of a service-level clock: its state, when it's due, and how many minutes it used. */
export const CLOCK_COLUMNS = {
  first: ["first_response", "first_response_due", "first_response_used"],
  next: ["next_response", "next_response_due", "next_response_used"],
  resolution: ["resolution", "resolution_due", "resolution_used"],
} as const satisfies Record<string, readonly ColumnKey[]>;

/** A task's clocks as a list shows them. `used` in whole minutes, rounded down. */
export type ListedClocks = Partial<
  Record<keyof typeof CLOCK_COLUMNS, { state: string; dueAt: number | null; used: number }>
>;

/** A custom field as a column; `key` is its name in forms and queries, `field.place`. */
export type FieldColumn = Pick<FieldDefinition, "key" | "label" | "kind">;
export type Column = ColumnKey | FieldColumn;

export const columnsToChoose = (fields: readonly FieldDefinition[]): { key: string; words: string }[] => [
  ...COLUMN_KEYS.map((key) => ({ key, words: COLUMNS[key] })),
  ...fields.map(({ key, label }) => ({ key: fieldName(key), words: label })),
];

/** Default columns. */
export const DEFAULT_COLUMNS: readonly ColumnKey[] = ["requester", "assignee", "priority", "tags", "due", "updated"];

/** Resolves column keys in display order, custom fields last; null for the default columns. Unknown keys are ignored. */
export function columnsIn(
  keys: readonly string[] | undefined,
  fields: readonly FieldDefinition[] = [],
): Column[] | null {
  if (keys === undefined) return null;
  const chosen = COLUMN_KEYS.filter((key) => keys.includes(key));
  const ofFields = fields
    .map(({ key, label, kind }) => ({ key: fieldName(key), label, kind }))
    .filter(({ key }) => keys.includes(key));
  return ofFields.length === 0 && chosen.join() === DEFAULT_COLUMNS.join() ? null : [...chosen, ...ofFields];
}
