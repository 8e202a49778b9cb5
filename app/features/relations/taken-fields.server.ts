import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { undoFields } from "~/features/history/undo-fields.server";
import { isEligible } from "~/features/tasks/access.server";
import { applyFields, currentFields, nameOf } from "~/features/tasks/apply-fields.server";
import type { TaskRow } from "~/features/tasks/task-rows.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import { DEFAULT_PRIORITY, defaultOf, priorityOf, rankOf, statusOf } from "~/features/tasks/task-words";
import { valueInWords } from "~/features/tasks/value-in-words";
import type { Viewer } from "~/features/users/user-words";
import { dayOf } from "~/lib/calendar-day";
import * as say from "./relations-copy";

/* Fields that a merged task gives to a target that lacks them. Custom fields: merged-fields.server. */

type Side = Pick<
  TaskRow,
  "id" | "type" | "status" | "priority" | "due_at" | "assignee_id" | "requester_id" | "team_id" | "confidential"
>;

/**
 * wanted       the fields the target takes
 * noAccess     the source's assignee, if they can't be assigned to the target
 */
type Taken = { wanted: TaskFields; noAccess: number | null };

/** Takes a missing due day or assignee, and a higher priority if nobody has chosen one. `target` is as after the merge. */
async function fieldsToTake(db: Db, source: Side, target: Side): Promise<Taken> {
  const wanted: TaskFields = {};
  if (source.due_at !== null && target.due_at === null) wanted.due = dayOf(source.due_at);
  if (source.priority > target.priority && target.priority === (await defaultPriority(db, target.type)))
    wanted.priority = priorityOf(source.priority).key;
  if (source.assignee_id === null || target.assignee_id !== null) return { wanted, noAccess: null };
  if (!(await isEligible(db, source.assignee_id, target))) return { wanted, noAccess: source.assignee_id };
  wanted.assignee = source.assignee_id;
  return { wanted, noAccess: null };
}

/** The default priority of a task type. */
async function defaultPriority(db: Db, type: string): Promise<number> {
  const row = await db.selectFrom("task_type").select("priority").where("key", "=", type).executeTakeFirst();
  return row?.priority ?? rankOf(DEFAULT_PRIORITY);
}

/**
 * Gives the target its fields, as a change with its own history. Returns the change set that undoes it; null when there is
 * nothing to take. Both rows must be current.
 */
export async function takeFields(
  tx: Tx,
  viewer: Viewer,
  source: Side,
  target: TaskRow,
  now: number,
): Promise<number | null> {
  const { wanted } = await fieldsToTake(tx, source, target);
  const current = await currentFields(tx, target);
  const taken = await applyFields(tx, viewer, target, { current, wanted }, now);
  if (!taken.ok) throw new Error(`#${target.id} can't take the fields of #${source.id}: ${taken.why}.`);
  return taken.changeSetId;
}

/** Undoes that, unless it's already undone. Returns the fields that stay because they changed since. */
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
 * What the merge page lists.
 *
 * taken   the fields in words: "the due day 5 December"
 * status  the status a new target moves to because it gets an assignee; null if it stays
 */
export async function takenInWords(
  db: Db,
  source: Side,
  target: Side,
  now: number,
): Promise<{ taken: string[]; status: string | null; noAccess: string | null }> {
  const { wanted, noAccess } = await fieldsToTake(db, source, target);
  const assignee = await nameOf(db, wanted.assignee ?? noAccess);
  const taken = [
    ...(wanted.due ? [say.theDueDay(valueInWords("due", wanted.due, now))] : []),
    ...(wanted.priority ? [say.thePriority(priorityOf(source.priority).name)] : []),
    ...(wanted.assignee && assignee ? [say.theAssignee(assignee)] : []),
  ];
  const startsWork = wanted.assignee && statusOf(target.status).category === "new";
  const status = startsWork ? statusOf(defaultOf("active")).name : null;
  return { taken, status, noAccess: noAccess === null ? null : assignee };
}
