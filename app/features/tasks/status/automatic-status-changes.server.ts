import type { Tx } from "~/db/transaction.server";
import { dayOf } from "~/lib/calendar-day";
import { statusEvent, type TaskRow } from "../task-rows.server";
import { statusChange } from "../task-status";
import type { StatusKey } from "../tasks";
import { type NewEvent, recordEvents } from "../write-task-history.server";
import { snoozeDayOf } from "./snooze";

/** Columns of a task that `moveBySystem` needs. */
export const MOVED_COLUMNS = [
  "id",
  "status",
  "resolved_at",
  "closed_at",
  "reopen_count",
  "snoozed_until",
  "snooze_day",
  "version",
  "updated_at",
] as const;

type Moved = Pick<TaskRow, (typeof MOVED_COLUMNS)[number]>;

/** The event for the end of a snooze, regardless of its cause. */
export const snoozeEnded = (task: Pick<TaskRow, "id" | "snoozed_until" | "snooze_day">, at: number) => ({
  taskId: task.id,
  actorId: null,
  via: "system" as const,
  kind: "changed" as const,
  field: "snooze" as const,
  from: dayOf(snoozeDayOf(task)),
  to: null,
  at,
});

/**
 * Moves a task to a status automatically (S5, S6).
 *
 * before  events to record first
 * via     `import` for imported history: possibly long ago, and without notifications
 */
export async function moveBySystem(
  tx: Tx,
  task: Moved,
  to: StatusKey,
  now: number,
  { before = [], via = "system" }: { before?: readonly NewEvent[]; via?: "system" | "import" } = {},
): Promise<void> {
  await tx
    .updateTable("task")
    .set({ ...statusChange(task, to, now), updated_at: Math.max(task.updated_at, now), version: task.version + 1 })
    .where("id", "=", task.id)
    .execute();
  await recordEvents(tx, [...before, { ...statusEvent(task, to, null, now), via }]);
}
