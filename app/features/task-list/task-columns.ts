import { fieldName } from "~/features/custom-fields/field-name";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import * as terms from "~/features/tasks/tasks-copy";
import * as say from "./task-list-copy";

/**
 * What every desk's list can tell of tasks beside number, title and status, in its order; people choose of these, and of the
 * fields that an admin has defined, for each of their lists.
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
} as const;

export type ColumnKey = keyof typeof COLUMNS;
export const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];

/** A field as a column; `key` is its name in forms and queries, `field.place`. */
export type FieldColumn = Pick<FieldDefinition, "key" | "label" | "kind">;
export type Column = ColumnKey | FieldColumn;

/** All there is to choose, in the order of lists. */
export const columnsToChoose = (fields: readonly FieldDefinition[]): { key: string; words: string }[] => [
  ...COLUMN_KEYS.map((key) => ({ key, words: COLUMNS[key] })),
  ...fields.map(({ key, label }) => ({ key: fieldName(key), words: label })),
];

/** Those of whoever has chosen nothing. */
export const USUAL_COLUMNS: readonly ColumnKey[] = ["requester", "assignee", "priority", "tags", "due", "updated"];

/**
 * Those that are known among these, in their order, the fields last; null for the usual ones. A field that is not among
 * `fields`, because it is not in use any more, is no column.
 */
export function columnsIn(
  keys: readonly string[] | undefined,
  fields: readonly FieldDefinition[] = [],
): Column[] | null {
  if (keys === undefined) return null;
  const chosen = COLUMN_KEYS.filter((key) => keys.includes(key));
  const ofFields = fields
    .map(({ key, label, kind }) => ({ key: fieldName(key), label, kind }))
    .filter(({ key }) => keys.includes(key));
  return ofFields.length === 0 && chosen.join() === USUAL_COLUMNS.join() ? null : [...chosen, ...ofFields];
}
