import type { Db } from "~/db/types";
import { listAllFields } from "~/features/custom-fields/custom-fields.server";
import { fieldName } from "~/features/custom-fields/field-name";
import { fieldLabel } from "~/features/tasks/field-labels";
import { TASK_FIELDS } from "~/features/tasks/task-schema";
import { sortKey } from "~/lib/search-tokens";
import { cleanLine } from "~/lib/text";
import * as say from "./rules-copy";

/*
 * Fields whose changes trigger a rule. Stored by key, `status,field.floor`, because fields can be renamed. History has
 * custom fields by label.
 */

const FIELDS: readonly string[] = [...TASK_FIELDS, "participants", "watchers"];

const keysIn = (stored: string) => stored.split(",").filter(Boolean);

/** Reads a comma-separated list of fields, by key or label; empty for any. */
export async function readChangedFields(
  db: Db,
  text: string,
): Promise<{ ok: true; value: string } | { ok: false; message: string }> {
  const found = new Set<string>();
  const custom = await listAllFields(db);
  for (const typed of text.split(",").map(cleanLine).filter(Boolean)) {
    const isIt = (name: string) => sortKey(name) === sortKey(typed);
    const own = FIELDS.find((field) => field === typed.toLowerCase() || isIt(fieldLabel(field)));
    const other = custom.find(({ key }) => key === typed || fieldName(key) === typed.toLowerCase());
    const field = own ?? nameOf(other ?? custom.find(({ label }) => isIt(label)));
    if (field === undefined) return { ok: false, message: say.noSuchChangedField(typed, FIELDS.join(", ")) };
    found.add(field);
  }
  return { ok: true, value: [...found].join(",") };
}

const nameOf = (field: { key: string } | undefined) => field && fieldName(field.key);

/** The list as its form shows it. */
export const showChangedFields = (stored: string) => keysIn(stored).join(", ");

/** Labels of the listed fields among those that changed, which are named as in the history. */
export async function listedAmong(db: Db, stored: string, changed: readonly string[]): Promise<string[]> {
  const keys = keysIn(stored);
  const custom = keys.some((key) => !FIELDS.includes(key)) ? await listAllFields(db) : [];
  return keys.flatMap((key) => {
    const label = custom.find((field) => fieldName(field.key) === key)?.label;
    const isChanged = changed.includes(label === undefined ? key : `field.${label}`);
    return isChanged ? (label ?? fieldLabel(key)) : [];
  });
}

/** Whether a change of these fields triggers a rule. Only rules on changes list any. */
export const waitsFor = async (db: Db, { changedFields }: { changedFields: string }, changed: readonly string[]) =>
  changedFields === "" || (await listedAmong(db, changedFields, changed)).length > 0;
