import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { listFieldRows } from "~/features/custom-fields/custom-fields.server";
import { planReindexing } from "~/features/custom-fields/reindex-field.server";
import { chosenKeys, type FieldCondition } from "~/lib/field-visibility";
import type { Refusal } from "~/lib/refusal";
import * as say from "./catalogue-copy";
import type { Entry } from "./entries";
import type { CatalogueStore } from "./entries.server";
import {
  CUSTOM_FIELD_LIMITS,
  type CustomFieldFields,
  FIELD_LABELS,
  fieldValue,
  hasOptions,
  parseOptions,
} from "./fields";

type FieldEntry = Entry<CustomFieldFields>;

/**
 * Something a condition can test: the type or another field, with its possible values; an empty list allows any text.
 */
type Testable = { kind: string; values: readonly { key: string; label: string }[] };

const YES_OR_NO = [
  { key: "1", label: say.yes },
  { key: "", label: say.no },
];

async function listTypes(db: Db): Promise<{ key: string; label: string }[]> {
  const types = db.selectFrom("task_type").select(["key", "name as label"]).where("deleted_at", "is", null);
  return types.orderBy("position").orderBy("key").execute();
}

const testableOf = (kind: string, options: string): Testable => ({
  kind,
  values: kind === "boolean" ? YES_OR_NO : parseOptions(options),
});

async function list(db: Db): Promise<FieldEntry[]> {
  const rows = await listFieldRows(db);
  const types = await listTypes(db);
  return rows.map((row) => {
    const condition = row.show_if === null ? null : (JSON.parse(row.show_if) as FieldCondition);
    const other = rows.find(({ key }) => key === condition?.field);
    const asked = condition?.field === "type" ? types : other ? testableOf(other.kind, other.options).values : [];
    const value = asked.find(({ key }) => key === (condition?.value ?? ""))?.label ?? condition?.value ?? "";
    return {
      key: row.key,
      enabled: row.enabled === 1,
      fields: {
        ...{ label: row.label, help: row.help, kind: row.kind, options: row.options },
        ...{ types: (JSON.parse(row.types) as string[]).sort(), visibility: row.visibility, required: row.required },
        ...{ conditionField: condition?.field ?? "", conditionIs: condition?.is ?? "is" },
        conditionValue: condition && condition.is !== "is_set" ? value : "",
      },
    };
  });
}

/** The condition in stored form, or validation errors. */
async function conditionOf(
  db: Db,
  wanted: CustomFieldFields,
  others: readonly FieldEntry[],
): Promise<{ ok: true; condition: FieldCondition | null } | { ok: false; errors: Refusal["errors"] }> {
  const { conditionField: field, conditionIs, conditionValue: text } = wanted;
  if (field === "") return { ok: true, condition: null };
  const other = others.find(({ key }) => key === field);
  if (field !== "type" && !other) return { ok: false, errors: { conditionField: [say.chooseAnotherField] } };
  if (conditionIs === "is_set") return { ok: true, condition: { field, is: "is_set" } };
  const is = conditionIs as "is" | "is_not";
  const asked: Testable = other
    ? testableOf(other.fields.kind, other.fields.options)
    : { kind: "select", values: await listTypes(db) };
  const found = asked.values.find(({ key, label }) => key === text || label.toLowerCase() === text.toLowerCase());
  if (found) return { ok: true, condition: { field, is, value: found.key } };
  if (asked.values.length > 0) {
    const choices = asked.values.slice(0, 10).map(({ label }) => label);
    return { ok: false, errors: { conditionValue: [say.enterOneOf(choices.join(", "))] } };
  }
  if (text === "") return { ok: false, errors: { conditionValue: [say.enterAValue] } };
  return { ok: true, condition: { field, is, value: text } };
}

async function errorsIn(tx: Tx, wanted: CustomFieldFields, current: FieldEntry | null, all: readonly FieldEntry[]) {
  const errors: Refusal["errors"] = {};
  const others = all.filter(({ key }) => key !== current?.key);
  if (current && wanted.kind !== current.fields.kind && (await hasValues(tx, current.key))) {
    errors.kind = [say.kindCannotChange];
  }
  const options = parseOptions(wanted.options);
  if (hasOptions(wanted.kind) && !options.some(({ enabled }) => enabled)) {
    errors.options = [say.enterAnOption];
  }
  const gone = current
    ? parseOptions(current.fields.options).filter(({ key }) => !options.some((option) => option.key === key))
    : [];
  const used = await optionsInUse(tx, current, gone, others);
  if (used.length > 0 && !errors.kind) {
    errors.options = [say.optionsInUse(used.join(", "))];
  }
  const types = new Set((await listTypes(tx)).map(({ key }) => key));
  if (wanted.types.some((key) => !types.has(key))) errors.types = [say.chooseFromTheList];
  const condition = await conditionOf(tx, wanted, others);
  return condition.ok ? errors : { ...errors, ...condition.errors };
}

const hasValues = async (db: Db, key: string) =>
  (await db.selectFrom("task_field").select("key").where("key", "=", key).limit(1).executeTakeFirst()) !== undefined;

/** Labels of the options that a task uses or another field's condition names. */
async function optionsInUse(
  tx: Tx,
  current: FieldEntry | null,
  options: readonly { key: string; label: string }[],
  others: readonly FieldEntry[],
): Promise<string[]> {
  if (!current || options.length === 0) return [];
  const stored = await tx
    .selectFrom("task_field")
    .select("value")
    .where("key", "=", current.key)
    .groupBy("value")
    .execute();
  const chosen = new Set(stored.flatMap(({ value }) => [value, ...chosenKeys(value)]));
  const asked = others
    .filter(({ fields }) => fields.conditionField === current.key)
    .map(({ fields }) => fields.conditionValue);
  return options.filter(({ key, label }) => chosen.has(key) || asked.includes(label)).map(({ label }) => label);
}

async function columnsOf(tx: Tx, key: string, fields: CustomFieldFields) {
  const others = (await list(tx)).filter((other) => other.key !== key);
  const found = await conditionOf(tx, fields, others);
  return {
    ...{ label: fields.label, help: fields.help, kind: fields.kind as "text", options: fields.options },
    ...{
      types: JSON.stringify(fields.types),
      visibility: fields.visibility as "agents",
      required: fields.required as "never",
    },
    show_if: found.ok && found.condition ? JSON.stringify(found.condition) : null,
  };
}

async function usedBy(db: Db, { key, fields }: FieldEntry): Promise<string | null> {
  if (await hasValues(db, key)) return say.tasksHaveValues;
  const asking = (await list(db)).filter((other) => other.fields.conditionField === key);
  if (asking.length > 0) return say.namedFieldsDependOnIt(asking.map((other) => other.fields.label));
  const macros = await db.selectFrom("macro").select("body").where("body", "like", `%{{%field.${key}%}}%`).execute();
  const named = new RegExp(`\\{\\{\\s*field\\.${key}\\s*(?:\\||\\}\\})`);
  return macros.some(({ body }) => named.test(body)) ? say.macrosUseValue(fields.label) : null;
}

export const FIELDS: CatalogueStore<CustomFieldFields> = {
  ...{ section: "fields", table: "custom_field", limit: CUSTOM_FIELD_LIMITS.fields, reserved: ["type"] },
  ...{ labels: FIELD_LABELS, inWords: fieldValue, nameOf: ({ label }) => label },
  ...{ list, errorsIn, columnsOf, usedBy },
  whyNeeded: async () => null,
  changed: planReindexing,
};
