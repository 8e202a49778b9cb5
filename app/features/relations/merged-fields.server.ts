import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { undoFields } from "~/features/history/undo-fields.server";
import { isEligible } from "~/features/tasks/access.server";
import { applyFields, currentFields, nameOf } from "~/features/tasks/apply-fields.server";
import { formatFieldValue } from "~/features/tasks/field-labels";
import type { TaskRow } from "~/features/tasks/task-rows.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import { DEFAULT_PRIORITY, defaultOf, priorityOf, rankOf, statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { dayOf } from "~/lib/calendar-day";
import type { Way } from "./move-rows.server";
import * as say from "./relations-copy";

/** Custom field values that a merge moved, as they were then. */
export type MovedFields = { key: string; value: string }[];

const valuesOf = (db: Db, taskId: number) =>
  db.selectFrom("task_field").select(["key", "value"]).where("task_id", "=", taskId).orderBy("key").execute();

/** Moves values of fields that are empty on the target. The rest stay hidden with the source. */
export async function moveFields(tx: Tx, { from, to }: Way): Promise<MovedFields> {
  const there = new Set((await valuesOf(tx, to)).map(({ key }) => key));
  const moving = (await valuesOf(tx, from)).filter(({ key }) => !there.has(key));
  await move(tx, moving, { from, to });
  return moving;
}

/**
 * Moves values back. A value changed since stays on the target too, and the source gets its old one; a removed value stays
 * removed. Returns a sentence for each of these cases.
 */
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

/** Labels of the source's fields: `moving` to the target, or `left` because the target has a different value. */
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

/* Standard fields that a merge copies to a target that lacks them. */

type Side = Pick<
  TaskRow,
  "id" | "type" | "status" | "priority" | "due_at" | "assignee_id" | "requester_id" | "team_id" | "confidential"
>;

/**
 * The fields the target takes: a missing due date or assignee, and a higher priority if the target has the default. `noAccess` is
 * the source's assignee, if they can't be assigned to the target. `target` is as after the merge.
 */
async function fieldsToTake(db: Db, source: Side, target: Side) {
  const wanted: TaskFields = {};
  if (source.due_at !== null && target.due_at === null) wanted.due = dayOf(source.due_at);
  if (source.priority > target.priority && target.priority === (await defaultPriority(db, target.type)))
    wanted.priority = priorityOf(source.priority).key;
  const heir = target.assignee_id === null ? source.assignee_id : null;
  if (heir !== null && !(await isEligible(db, heir, target))) return { wanted, noAccess: heir };
  if (heir !== null) wanted.assignee = heir;
  return { wanted, noAccess: null };
}

async function defaultPriority(db: Db, type: string): Promise<number> {
  const row = await db.selectFrom("task_type").select("priority").where("key", "=", type).executeTakeFirst();
  return row?.priority ?? rankOf(DEFAULT_PRIORITY);
}

/**
 * Applies those fields as a change with its own history. Returns the change set that undoes it; null if there is nothing to
 * take. Both rows must be current.
 */
export async function takeFields(tx: Tx, viewer: Viewer, source: Side, target: TaskRow, now: number) {
  const { wanted } = await fieldsToTake(tx, source, target);
  const current = await currentFields(tx, target);
  const taken = await applyFields(tx, viewer, target, { current, wanted }, now);
  if (!taken.ok) throw new Error(`#${target.id} can't take the fields of #${source.id}: ${taken.why}.`);
  return taken.changeSetId;
}

/** Undoes `takeFields` unless it's already undone. Returns sentences about fields that stay because they changed since. */
export async function undoTakenFields(tx: Tx, viewer: Viewer, changeSetId: number, now: number): Promise<string[]> {
  const set = await tx
    .selectFrom("change_set")
    .select(["id", "task_id as taskId", "actor_id as actorId", "inverse", "created_at as at"])
    .where("id", "=", changeSetId)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  if (!set) return [];
  const { back, kept } = await undoFields(tx, viewer, set, now);
  if (back.length > 0) {
    const undone = { undone_at: now, undone_by: viewer.id };
    await tx.updateTable("change_set").set(undone).where("id", "=", set.id).execute();
  }
  return kept;
}

/**
 * Field changes as the merge page lists them.
 *
 * taken     the fields in words: "the due date 5 December"
 * status    the status a new target moves to because it gets an assignee; null if it stays
 * noAccess  the source's assignee, if they can't be assigned to the target
 */
export async function describeTakenFields(db: Db, source: Side, target: Side, now: number) {
  const { wanted, noAccess } = await fieldsToTake(db, source, target);
  const assignee = await nameOf(db, wanted.assignee ?? noAccess);
  const taken = [
    ...(wanted.due ? [say.theDueDate(formatFieldValue("due", wanted.due, now))] : []),
    ...(wanted.priority ? [say.thePriority(priorityOf(source.priority).name)] : []),
    ...(wanted.assignee && assignee ? [say.theAssignee(assignee)] : []),
  ];
  const startsWork = wanted.assignee && statusOf(target.status).category === "new";
  const status = startsWork ? statusOf(defaultOf("active")).name : null;
  return { taken, status, noAccess: noAccess === null ? null : assignee };
}
