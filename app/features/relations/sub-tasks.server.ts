import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { recordChangeSet } from "~/features/tasks/task-history.server";
import { type TaskRow, taskToChange, touchTask } from "~/features/tasks/task-rows.server";
import type { Viewer } from "~/features/users/users";
import { RELATION_LIMITS } from "./relations";
import * as say from "./relations-copy";
import {
  type BothSides,
  type NoSuchTask,
  noSuchNumber,
  noSuchTask,
  recordRelation,
  twoTasksToChange,
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
    const [task, parent] = await twoTasksToChange(tx, viewer, taskId, parentId);
    if (!task) return noSuchTask;
    if (!parent) return noSuchNumber(parentId);
    if (task.parent_id === parent.id) return { ok: true, changeSetId: null };
    const reason = await whyNotSubTask(tx, task, parent);
    if (reason) return wrong(reason);

    const inverse = { child: task.id, parent: null, left: parent.id };
    const changeSetId = await recordChangeSet(tx, { taskId, actorId: viewer.id, kind: "parent", inverse }, now);
    await putUnder(tx, viewer, task, parent, { changeSetId }, now);
    return { ok: true, changeSetId };
  });
}

/** Detaches a sub-task from its parent. No-op if another request detached it first. */
export async function releaseSubTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  parentId: number,
  now: number,
): Promise<ChangeParent> {
  return inTransaction(db, async (tx) => {
    const [task, parent] = await twoTasksToChange(tx, viewer, taskId, parentId);
    if (!task || !parent) return noSuchTask;
    if (task.parent_id !== parent.id) return { ok: true, changeSetId: null };
    const inverse = { child: task.id, parent: parent.id, left: null };
    const changeSetId = await recordChangeSet(tx, { taskId, actorId: viewer.id, kind: "parent", inverse }, now);
    await takeFrom(tx, viewer, task, parent, { changeSetId }, now);
    return { ok: true, changeSetId };
  });
}

/** Why a task can't become a sub-task of `parent`, as a sentence; null if it can. `task` null: one yet to be created. */
export async function whyNotSubTask(tx: Db, task: TaskInTree | null, parent: TaskInTree): Promise<string | null> {
  if (task?.id === parent.id) return say.notItsOwnSubTask;
  if (task && task.parent_id !== null) return say.subTaskOfAnother;
  if (parent.parent_id !== null) return say.isASubTaskItself(parent.id);
  if (task && (await countSubTasks(tx, task.id)) > 0) return say.hasSubTasksItself;
  if ((await countSubTasks(tx, parent.id)) >= RELATION_LIMITS.subTasks) {
    return say.hasSubTasksEnough(parent.id, RELATION_LIMITS.subTasks);
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

type Pair = { id: number; version: number };

export async function putUnder(
  tx: Tx,
  viewer: Viewer,
  task: Pair,
  parent: Pair,
  set: { changeSetId?: number },
  now: number,
) {
  await tx.updateTable("task").set({ parent_id: parent.id }).where("id", "=", task.id).execute();
  await recordParent(tx, viewer, task, parent, { ...set, begins: true }, now);
}

export async function takeFrom(
  tx: Tx,
  viewer: Viewer,
  task: Pair,
  parent: Pair,
  set: { changeSetId?: number },
  now: number,
) {
  await tx.updateTable("task").set({ parent_id: null }).where("id", "=", task.id).execute();
  await recordParent(tx, viewer, task, parent, { ...set, begins: false }, now);
}

async function recordParent(
  tx: Tx,
  viewer: Viewer,
  task: Pair,
  parent: Pair,
  change: { begins: boolean; changeSetId?: number },
  now: number,
): Promise<void> {
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
  return (await whyNotSubTask(tx, null, parent)) ?? parent;
}
