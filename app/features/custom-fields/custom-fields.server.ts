import type { Selectable } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import { resolvePerson } from "~/features/users/person-picker.server";
import { isAgent, personLabelWithId, type Viewer } from "~/features/users/users";
import { type FieldCondition, type FieldValues, ownValue } from "~/lib/field-visibility";
import { type Conflict, mergeField } from "~/lib/merge-field";
import { asSuggestions, type Refusal, type Suggestion } from "~/lib/refusal";
import * as say from "./custom-fields-copy";
import { fieldName } from "./field-name";
import {
  type FieldDefinition,
  type FieldOption,
  maySeeField,
  mayWriteField,
  missingFields,
  shownFields,
} from "./field-rules";
import { readValue, shownValue } from "./field-values";

const selectFields = (db: Db) => db.selectFrom("custom_field").selectAll().orderBy("position").orderBy("key");

export const listFieldRows = (db: Db) => selectFields(db).where("deleted_at", "is", null).execute();

/** The fields in use, in the order of forms. At most forty. */
export const listFields = async (db: Db): Promise<FieldDefinition[]> =>
  asDefinitions(await selectFields(db).where("enabled", "=", 1).execute());

/** The fields in use that the viewer may see. */
export const listVisibleFields = async (db: Db, viewer: Viewer): Promise<FieldDefinition[]> =>
  (await listFields(db)).filter((field) => maySeeField(field, isAgent(viewer)));

/** All fields including retired ones, which become agents-only: search still finds their values. */
export async function listAllFields(db: Db): Promise<FieldDefinition[]> {
  const rows = await listFieldRows(db);
  return asDefinitions(rows.map((row) => (row.enabled === 1 ? row : { ...row, visibility: "agents" as const })));
}

function asDefinitions(rows: readonly Selectable<Database["custom_field"]>[]): FieldDefinition[] {
  return rows.map(({ show_if, options, types, position, enabled, ...row }) => ({
    ...row,
    options: JSON.parse(options) as FieldOption[],
    types: JSON.parse(types) as string[],
    showIf: show_if === null ? null : (JSON.parse(show_if) as FieldCondition),
  }));
}

/** Reads a task's stored values, including those of fields not shown now. */
export async function readFieldValues(db: Db, taskId: number): Promise<FieldValues> {
  const rows = await db.selectFrom("task_field").select(["key", "value"]).where("task_id", "=", taskId).execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** The values as typed in a form: a person's label instead of the id. */
async function asTyped(db: Db, fields: readonly FieldDefinition[], values: FieldValues): Promise<FieldValues> {
  const ids = fields.flatMap(({ key, kind }) =>
    kind === "user" && ownValue(values, key) ? [Number(values[key])] : [],
  );
  if (ids.length === 0) return values;
  const people = await db.selectFrom("user").select(["id", "name", "email"]).where("id", "in", ids).execute();
  const labels = fields.flatMap(({ key, kind }) => {
    const person = kind === "user" && people.find(({ id }) => id === Number(values[key]));
    return person ? [[key, personLabelWithId(person)]] : [];
  });
  return { ...values, ...Object.fromEntries(labels) };
}

type FieldsWithValues = { fields: FieldDefinition[]; values: FieldValues };

export const NO_FIELDS: FieldsWithValues = { fields: [], values: {} };

/** Reads the fields in use and the task's values as its form shows them. */
export async function readFields(db: Db, taskId: number): Promise<FieldsWithValues> {
  const fields = await listFields(db);
  if (fields.length === 0) return NO_FIELDS;
  return { fields, values: await asTyped(db, fields, await readFieldValues(db, taskId)) };
}

/** Custom fields of a submitted form, by key. `was` holds the values it was rendered with. */
export type SentFields = {
  sent: Readonly<Record<string, readonly string[]>>;
  was: FieldValues;
  /** Conflicting fields for which the writer chose the stored value. */
  keptTheirs: readonly string[];
};

/** A changed field, with values as displayed. */
export type FieldChange = { label: string; from: string; to: string };

/** A change of field values. `wanted` has stored values by key, empty to remove one; `inverse` is the undo data. */
export type CustomChange = {
  wanted: FieldValues;
  changes: FieldChange[];
  inverse: Record<string, { from: string; to: string }>;
};

type MergedFields =
  /** `values` has every field of the task after the change. */
  | ({ ok: true; values: FieldValues } & CustomChange)
  /** Messages by form field name. */
  | ({ ok: false; why: "wrong" } & Pick<Refusal, "errors" | "suggestions">)
  | { ok: false; why: "conflict"; conflicts: Conflict[] };

/**
 * Merges a form into the stored values, field by field like `changeTask`. Fields that aren't shown, or that the writer
 * may not change, keep their value.
 *
 * type   the task's type after the change
 * works  whether the writer has agent access
 */
export async function mergeFields(
  tx: Tx,
  fields: readonly FieldDefinition[],
  stored: FieldValues,
  { type, works }: { type: string; works: boolean },
  { sent, was, keptTheirs }: SentFields,
): Promise<MergedFields> {
  const current = await asTyped(tx, fields, stored);
  const wanted: Record<string, string> = Object.create(null);
  const typed: Record<string, string> = Object.create(null);
  const errors: Record<string, string[]> = {};
  const suggestions: Record<string, Suggestion[]> = {};
  const conflicted: FieldDefinition[] = [];

  for (const field of fields) {
    const controls = ownValue(sent, field.key);
    if (!controls || !mayWriteField(field, works) || keptTheirs.includes(field.key)) continue;
    const [now, before] = [ownValue(current, field.key) ?? "", ownValue(was, field.key)];
    const read = readValue(field, controls, now);
    if (!read.ok) {
      if (controls.join() !== before) errors[fieldName(field.key)] = [read.message];
      continue;
    }
    const merged = mergeField({ was: before ?? now, mine: read.text, current: now });
    if (merged === "keep") continue;
    typed[field.key] = read.text;
    if (merged === "conflict") conflicted.push(field);
    else if (field.kind === "user" && read.text !== "") {
      const person = await resolvePerson(tx, read.text);
      if (person.ok) wanted[field.key] = String(person.person.id);
      else {
        errors[fieldName(field.key)] = [person.message];
        if (works) suggestions[fieldName(field.key)] = asSuggestions(person.meant); // requesters must not see names
      }
    } else wanted[field.key] = read.text;
  }

  // Ignore fields this form's own changes hide.
  const values = { ...stored, ...wanted };
  const shown = new Set(shownFields(fields, type, values).map(({ key }) => key));
  for (const { key } of fields) {
    if (shown.has(key)) continue;
    delete wanted[key];
    delete errors[fieldName(key)];
  }
  if (Object.keys(errors).length > 0) return { ok: false, why: "wrong", errors, suggestions };
  const conflicts = conflicted.filter(({ key }) => shown.has(key));
  if (conflicts.length > 0) {
    return {
      ok: false,
      why: "conflict",
      conflicts: conflicts.map((field) => ({
        field: fieldName(field.key),
        label: field.label,
        mine: shownValue(field, typed[field.key] ?? ""),
        theirs: shownValue(field, ownValue(current, field.key) ?? ""),
      })),
    };
  }
  return { ok: true, values: { ...stored, ...wanted }, ...(await describeFieldChange(tx, fields, stored, wanted)) };
}

export async function describeFieldChange(
  tx: Tx,
  fields: readonly FieldDefinition[],
  stored: FieldValues,
  wanted: FieldValues,
): Promise<CustomChange> {
  const [before, after] = [await asTyped(tx, fields, stored), await asTyped(tx, fields, wanted)];
  const changed = fields.filter(({ key }) => Object.hasOwn(wanted, key));
  return {
    wanted,
    changes: changed.map((field) => ({
      label: field.label,
      from: shownValue(field, ownValue(before, field.key) ?? ""),
      to: shownValue(field, ownValue(after, field.key) ?? ""),
    })),
    inverse: Object.fromEntries(
      changed.map(({ key }) => [key, { from: ownValue(stored, key) ?? "", to: wanted[key] ?? "" }]),
    ),
  };
}

export async function mergeSentFields(
  tx: Tx,
  task: { id: number; works: 0 | 1 },
  type: string,
  sent: SentFields,
): Promise<MergedFields> {
  const standing = { type, works: task.works === 1 };
  return mergeFields(tx, await listFields(tx), await readFieldValues(tx, task.id), standing, sent);
}

export const missingFieldErrors = (fields: readonly FieldDefinition[]): Record<string, string[]> =>
  Object.fromEntries(fields.map(({ key, label }) => [fieldName(key), [say.fieldIsRequired(label)]]));

/** Stores values; an empty one deletes the row. */
export async function writeFieldValues(tx: Tx, taskId: number, wanted: FieldValues): Promise<void> {
  for (const [key, value] of Object.entries(wanted)) {
    if (value === "") {
      await tx.deleteFrom("task_field").where("task_id", "=", taskId).where("key", "=", key).execute();
      continue;
    }
    await tx
      .insertInto("task_field")
      .values({ task_id: taskId, key, value })
      .onConflict((conflict) => conflict.columns(["task_id", "key"]).doUpdateSet({ value }))
      .execute();
  }
}

/** Required fields that still block resolving the task. `values` defaults to the stored ones. */
export async function fieldsMissingToResolve(
  tx: Tx,
  task: { id: number; type: string },
  values?: FieldValues,
): Promise<FieldDefinition[]> {
  const fields = await listFields(tx);
  if (fields.length === 0) return [];
  return missingFields(fields, task.type, values ?? (await readFieldValues(tx, task.id)), "resolve");
}

const NAMED = /^(was_|keep_)?field\.([a-z][a-z0-9_]{0,29})$/;

/** Reads custom fields from a form: `field.colour` (repeated per control), `was_field.colour` and `keep_field.colour`. */
export function readSentFields(form: FormData): SentFields {
  const sent = new Map<string, string[]>(); // a Map, because every object seems to have a field called "constructor"
  const was = new Map<string, string>();
  const keptTheirs: string[] = [];
  for (const [name, text] of form) {
    const [, mark, key] = NAMED.exec(name) ?? [];
    if (key === undefined || typeof text !== "string") continue;
    if (mark === "was_") was.set(key, text);
    else if (mark === "keep_") text === "theirs" && keptTheirs.push(key);
    else sent.set(key, [...(sent.get(key) ?? []), text]);
  }
  return { sent: Object.fromEntries(sent), was: Object.fromEntries(was), keptTheirs };
}
