import { type SqlBool, sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import { cancelJob, type JobHandler, planJob } from "~/features/jobs/job-queue.server";
import { defaultOf, statusOf } from "../tasks";
import { MOVED_COLUMNS, moveBySystem, snoozeEnded } from "./automatic-status-changes.server";

/** Whether a `task` is snoozed (domain B7). `now` in UTC milliseconds. */
export const isSnoozed = (now: number) =>
  sql<SqlBool>`(task.open = 1 and task.snoozed_until is not null and task.snoozed_until > ${now})`;

export const isAwake = (now: number) => sql<SqlBool>`not ${isSnoozed(now)}`;

/** Whether a `task` is still open after its due day (domain B7). `today` is the viewer's today. */
export const isOverdue = (today: number) =>
  sql<SqlBool>`(task.open = 1 and task.due_at is not null and task.due_at < ${today})`;

const keyOf = (taskId: number) => `wake:${taskId}`;

/** Schedules the end of a snooze, replacing any earlier job; null cancels it. */
export async function planWakeUp(tx: Tx, taskId: number, at: number | null, now: number): Promise<void> {
  if (at === null) await cancelJob(tx, keyOf(taskId));
  else await planJob(tx, { kind: "wake_task", key: keyOf(taskId), runAt: at, payload: { task: taskId } }, now);
}

/** S6: ends a snooze that is due. A no-op if something else ended it first. */
export const wakeTask: JobHandler = async (tx, payload, now) => {
  const due = tx.selectFrom("task").select(MOVED_COLUMNS).where("id", "=", Number(payload.task));
  const task = await forUpdate(tx, due.where("put_away", "is", null)).executeTakeFirst(); // restoring it plans this again
  if (!task || task.snoozed_until === null || task.snoozed_until > now) return;
  if (statusOf(task.status).category !== "waiting") return;
  await moveBySystem(tx, task, defaultOf("active"), now, { before: [snoozeEnded(task, now)] });
};
