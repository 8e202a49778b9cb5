import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type TaskRow, taskToChange, touchTask } from "~/features/tasks/task-rows.server";
import { recordChangeSet } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { RELATION_LIMITS } from "./relations";
import * as say from "./relations-copy";
import {
  type BothSides,
  lockTaskPair,
  type NoSuchTask,
  noSuchNumber,
  noSuchTask,
  recordRelation,
  type Wrong,
  wrong,
} from "./task-pair.server";

/** `changeSetId` null: no-op. */
type ChangeParent = { ok: true; changeSetId: number | null } | NoSuchTask | Wrong;

/** Makes a task a sub-task of another. One level only: a sub-task can't have sub-tasks. */
export async function makeSubTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  parentId: number,
  now: number,
): Promise<ChangeParent> {
  return inTransaction(db, async (tx) => {
    const [task, parent] = await lockTaskPair(tx, viewer, taskId, parentId);
    if (!task) return noSuchTask;
    if (!parent) return noSuchNumber(parentId);
    if (task.parent_id === parent.id) return { ok: true, changeSetId: null };
    const reason = await subTaskError(tx, task, parent);
    if (reason) return wrong(reason);
    return { ok: true, changeSetId: await changeParent(tx, viewer, task, parent, { begins: true }, now) };
  });
}

/** Detaches a sub-task from its parent. No-op if another request detached it first. */
export async function detachSubTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  parentId: number,
  now: number,
): Promise<ChangeParent> {
  return inTransaction(db, async (tx) => {
    const [task, parent] = await lockTaskPair(tx, viewer, taskId, parentId);
    if (!task || !parent) return noSuchTask;
    if (task.parent_id !== parent.id) return { ok: true, changeSetId: null };
    return { ok: true, changeSetId: await changeParent(tx, viewer, task, parent, { begins: false }, now) };
  });
}

/** Why a task can't become a sub-task of `parent`, as a sentence; null if it can. `task` null: one yet to be created. */
export async function subTaskError(tx: Db, task: TaskInTree | null, parent: TaskInTree): Promise<string | null> {
  if (task?.id === parent.id) return say.cannotBeOwnSubTask;
  if (task && task.parent_id !== null) return say.alreadyASubTask;
  if (parent.parent_id !== null) return say.cannotHaveSubTasks(parent.id);
  if (task && (await countSubTasks(tx, task.id)) > 0) return say.hasSubTasks;
  if ((await countSubTasks(tx, parent.id)) >= RELATION_LIMITS.subTasks) {
    return say.subTaskLimitReached(parent.id, RELATION_LIMITS.subTasks);
  }
  return null;
}

type TaskInTree = Pick<TaskRow, "id" | "parent_id">;

/** Leaves out tasks that are merged, in trash or spam. */
export async function countSubTasks(tx: Db, parentId: number): Promise<number> {
  const { count } = await tx
    .selectFrom("task")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("parent_id", "=", parentId)
    .where("merged_into", "is", null)
    .where("put_away", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** `parent` is the child's parent before the change, `left` the one after it. */
export type ParentInverse = { child: number; parent: number | null; left: number | null };

type Versioned = Pick<TaskRow, "id" | "version">;

/** Makes `task` a sub-task of `parent`, or detaches it. Returns the change set that undoes it. */
export async function changeParent(
  tx: Tx,
  viewer: Viewer,
  task: Versioned,
  parent: Versioned,
  { begins, ...change }: { begins: boolean; undoes?: number },
  now: number,
): Promise<number> {
  const [before, after] = begins ? [null, parent.id] : [parent.id, null];
  const inverse: ParentInverse = { child: task.id, parent: before, left: after };
  const set = { ...change, taskId: task.id, actorId: viewer.id, kind: "parent", inverse };
  const changeSetId = await recordChangeSet(tx, set, now);
  await setParent(tx, viewer, task, parent, { begins, changeSetId }, now);
  return changeSetId;
}

/** Like `changeParent`, without creating a change set. */
export async function setParent(
  tx: Tx,
  viewer: Viewer,
  task: Versioned,
  parent: Versioned,
  change: { begins: boolean; changeSetId?: number },
  now: number,
): Promise<void> {
  const parentId = change.begins ? parent.id : null;
  await tx.updateTable("task").set({ parent_id: parentId }).where("id", "=", task.id).execute();
  const bothSides: BothSides = [
    { taskId: task.id, field: "parent", other: parent.id },
    { taskId: parent.id, field: "sub_task", other: task.id },
  ];
  await recordRelation(tx, viewer, bothSides, change, now);
  await touchTask(tx, task, now);
  await touchTask(tx, parent, now);
}

/** Locks and returns the parent of a new task, or a sentence on why it can't have sub-tasks. */
export async function parentOfNew(tx: Tx, viewer: Viewer, id: number): Promise<TaskRow | string> {
  const parent = await taskToChange(tx, viewer, id);
  if (!parent?.works) return noSuchNumber(id).message;
  return (await subTaskError(tx, null, parent)) ?? parent;
}
