import type { Tx } from "~/db/transaction.server";
import { type NewEvent, recordEvents } from "../task-history.server";
import { dayOf } from "../task-schema";
import { statusChange } from "../task-status";
import type { StatusKey } from "../task-words";
import { statusEvent, type TaskRow } from "../task-write.server";

type Moved = Pick<
  TaskRow,
  "id" | "status" | "resolved_at" | "closed_at" | "reopen_count" | "snoozed_until" | "version"
>;

/** The event that tells that a task sleeps no longer, whatever has woken it. */
export const snoozeEnded = (task: Pick<TaskRow, "id" | "snoozed_until">, at: number) => ({
  taskId: task.id,
  actorId: null,
  via: "system" as const,
  kind: "changed" as const,
  field: "snooze" as const,
  from: dayOf(task.snoozed_until),
  to: null,
  at,
});

/** Gives a task a status without anybody asking (S5, S6), with what else the history is to tell first. */
export async function moveBySystem(
  tx: Tx,
  task: Moved,
  to: StatusKey,
  now: number,
  before: readonly NewEvent[] = [],
): Promise<void> {
  await tx
    .updateTable("task")
    .set({ ...statusChange(task, to, now), updated_at: now, version: task.version + 1 })
    .where("id", "=", task.id)
    .execute();
  await recordEvents(tx, [...before, { ...statusEvent(task, to, null, now), via: "system" }]);
}
