import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { planJob } from "~/features/jobs/job-queue.server";
import { planWakeUp } from "~/features/tasks/status/wake-task.server";
import type { ChangeToUndo, Subject, UndoResult } from "~/features/tasks/subjects.server";
import {
  assigneeAfterReopening,
  type TaskRow,
  taskToChange,
  trashedTaskToChange,
} from "~/features/tasks/task-rows.server";
import { isOpen, type StatusKey } from "~/features/tasks/tasks";
import { leadsTeam } from "~/features/tasks/team-access.server";
import { recordChangeSet, recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { mayUseTrash, NOT_FROM_TRASH, NOT_TO_TRASH, type PutAway } from "./trash";
import * as say from "./trash-copy";

/** `changeSetId` null: it was already there. */
type Moved = { ok: true; changeSetId: number | null } | { ok: false; why: "no_such_task" | "not_allowed" };

type Away = Pick<
  TaskRow,
  "id" | "status" | "open" | "assignee_id" | "team_id" | "snoozed_until" | "put_away" | "version"
>;

/** Moves a task to the trash or marks it as spam. Needs agent access and, for the trash, `mayUseTrash`. */
export async function moveToTrashOrSpam(
  db: Db,
  viewer: Viewer,
  taskId: number,
  { to, bulkId }: { to: PutAway; bulkId?: number },
  now: number,
): Promise<Moved> {
  return inTransaction(db, async (tx) => {
    const task = (await taskToChange(tx, viewer, taskId)) ?? (await trashedTaskToChange(tx, viewer, taskId));
    if (!task || ("works" in task && task.works === 0)) return { ok: false, why: "no_such_task" };
    if (task.put_away === to || task.put_away === "trash") return { ok: true, changeSetId: null };
    if (to === "trash" && !mayUseTrash(viewer, await leadsTeam(tx, viewer.id, task.team_id))) {
      return { ok: false, why: "not_allowed" };
    }
    return { ok: true, changeSetId: await put(tx, viewer, task, to, { bulkId }, now) };
  });
}

/** Restores a task from trash or spam. */
export async function restoreTask(
  db: Db,
  viewer: Viewer,
  taskId: number,
  now: number,
  { bulkId }: { bulkId?: number | undefined } = {},
): Promise<Moved> {
  return inTransaction(db, async (tx) => {
    const task = await trashedTaskToChange(tx, viewer, taskId);
    if (!task && (await taskToChange(tx, viewer, taskId))?.works) return { ok: true, changeSetId: null };
    if (!task) return { ok: false, why: "no_such_task" };
    if (!mayUseTrash(viewer, await leadsTeam(tx, viewer.id, task.team_id))) return { ok: false, why: "not_allowed" };
    return { ok: true, changeSetId: await put(tx, viewer, task, null, { bulkId }, now) };
  });
}

/** Sets `put_away`; null restores the task. While it is set, waking and sending jobs do nothing. */
async function put(
  tx: Tx,
  viewer: Viewer,
  task: Away,
  to: PutAway | null,
  { bulkId, undoes }: { bulkId?: number | undefined; undoes?: number },
  now: number,
): Promise<number> {
  const { id: taskId, put_away: from, version } = task;
  const isBack = to === null && isOpen(task.status);
  const kept = isBack ? await assigneeAfterReopening(tx, { ...task, open: 0 }, task.status as StatusKey, now) : {};
  await tx
    .updateTable("task")
    .set({ put_away: to, put_away_at: to === null ? null : now, open: isBack ? 1 : 0, ...kept })
    .set({ updated_at: now, version: version + 1 })
    .where("id", "=", taskId)
    .execute();
  if (to === null) await rescheduleJobs(tx, task, now);
  const of = { ...(bulkId !== undefined && { bulkId }), ...(undoes !== undefined && { undoes }) };
  const set = { taskId, actorId: viewer.id, kind: "put_away", inverse: { from, to }, ...of };
  const changeSetId = await recordChangeSet(tx, set, now);
  const event = { taskId, actorId: viewer.id, kind: "changed", field: "put_away", from, to, changeSetId } as const;
  await recordEvents(tx, [{ ...event, at: now }]);
  return changeSetId;
}

/** Reschedules jobs the task missed in the meantime: waking from a snooze and sending held replies. */
async function rescheduleJobs(tx: Tx, { id, snoozed_until }: Away, now: number): Promise<void> {
  if (snoozed_until !== null) await planWakeUp(tx, id, Math.max(snoozed_until, now), now);
  const held = await tx
    .selectFrom("message")
    .select(["id", "send_after"])
    .where("task_id", "=", id)
    .where("send_after", "is not", null)
    .execute();
  for (const { id: messageId, send_after } of held) {
    const runAt = Math.max(send_after ?? now, now);
    await planJob(tx, { kind: "send_message", key: `send:${messageId}`, runAt, payload: { messageId } }, now);
  }
}

/** Moves a task back to where it was, unless it was moved since. */
async function undoPutAway(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const task =
    (await taskToChange(tx, viewer, change.taskId)) ?? (await trashedTaskToChange(tx, viewer, change.taskId));
  const { from, to } = JSON.parse(change.inverse) as Record<"from" | "to", PutAway | null>;
  if (!task || task.put_away !== to) return { back: [], kept: [] };
  // The viewer may no longer lead the team.
  if ([from, to].includes("trash") && !mayUseTrash(viewer, await leadsTeam(tx, viewer.id, task.team_id))) {
    return { back: [], kept: [from === "trash" ? NOT_TO_TRASH : NOT_FROM_TRASH] };
  }
  await put(tx, viewer, task, from, { undoes: change.id }, now);
  return { back: [(to ?? from) === "spam" ? say.theMarkAsSpam : say.theMoveToTrash], kept: [] };
}

export const trashSubject: Subject = { undo: { put_away: undoPutAway }, undoesInTrash: true };
