import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import * as say from "./relations-copy";

/** Values of custom fields that a merge took along, as they were then. */
export type MovedFields = { key: string; value: string }[];

type Way = { from: number; to: number };

const valuesOf = (db: Db, taskId: number) =>
  db.selectFrom("task_field").select(["key", "value"]).where("task_id", "=", taskId).orderBy("key").execute();

/** What the target has no value for is the target's from now on; the rest stays with the source, unseen. */
export async function moveFields(tx: Tx, { from, to }: Way): Promise<MovedFields> {
  const there = new Set((await valuesOf(tx, to)).map(({ key }) => key));
  const moving = (await valuesOf(tx, from)).filter(({ key }) => !there.has(key));
  await move(tx, moving, { from, to });
  return moving;
}

/** A value that was changed since stays where it was changed, and the source has its own again; one removed stays so. */
export async function moveFieldsBack(tx: Tx, fields: MovedFields, { from, to }: Way): Promise<string[]> {
  const there = new Map((await valuesOf(tx, from)).map(({ key, value }) => [key, value]));
  const same = fields.filter(({ key, value }) => there.get(key) === value);
  const changed = fields.filter(({ key, value }) => there.has(key) && there.get(key) !== value);
  await move(tx, same, { from, to });
  if (changed.length > 0) {
    await tx
      .insertInto("task_field")
      .values(changed.map((field) => ({ ...field, task_id: to })))
      .execute();
  }
  return [
    ...(changed.length > 0 ? [say.changedFieldsStay] : []),
    ...(same.length + changed.length < fields.length ? [say.emptiedFieldsStay] : []),
  ];
}

async function move(tx: Tx, fields: MovedFields, { from, to }: Way): Promise<void> {
  if (fields.length === 0) return;
  const keys = fields.map(({ key }) => key);
  await tx
    .updateTable("task_field")
    .set({ task_id: to })
    .where("task_id", "=", from)
    .where("key", "in", keys)
    .execute();
}

/** The names of fields by what a merge does with them: taken along, or left behind because the target has its own. */
export async function fieldsToMerge(db: Db, from: number, to: number): Promise<{ moving: string[]; left: string[] }> {
  const rows = await db
    .selectFrom("task_field as mine")
    .innerJoin("custom_field", "custom_field.key", "mine.key")
    .leftJoin("task_field as theirs", (join) => join.onRef("theirs.key", "=", "mine.key").on("theirs.task_id", "=", to))
    .select(["custom_field.label", "mine.value", "theirs.value as other"])
    .where("mine.task_id", "=", from)
    .where("custom_field.enabled", "=", 1)
    .orderBy("custom_field.position")
    .orderBy("custom_field.key")
    .execute();
  return {
    moving: rows.filter(({ other }) => other === null).map(({ label }) => label),
    left: rows.filter(({ value, other }) => other !== null && other !== value).map(({ label }) => label),
  };
}
