import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { type FieldsInverse, nameOf, statusTimes } from "~/features/tasks/apply-fields.server";
import { assignedBySystem } from "~/features/tasks/next-assignee.server";
import { snoozeEnded } from "~/features/tasks/status/automatic-status-changes.server";
import { snoozeDayOf } from "~/features/tasks/status/snooze";
import { assigneeAfterReopening, type LockedTask, statusEvent } from "~/features/tasks/task-rows.server";
import { statusChange } from "~/features/tasks/task-status";
import { type StatusKey, statusOf } from "~/features/tasks/tasks";
import { type NewEvent, recordChangeSet, recordEvents } from "~/features/tasks/write-task-history.server";
import { dayOf } from "~/lib/calendar-day";

/**
 * messageId  null: no text, only a button such as "Thanks, it is solved"
 * mentioned  ids of mentioned people, who already watch the task
 * decides    the writer chose the task's status, as an agent or with such a button
 * wasHeld    it waited in its sending window
 */
type Said = {
  messageId: number | null;
  authorId: number | null;
  side: "requester" | "agent";
  mentioned?: readonly number[] | undefined;
  decides: boolean;
  wasHeld?: boolean;
  via?: "web" | "email";
};

/**
 * Applies a public message to its task at the moment it is sent: times, status, history and search index. Returns the change
 * set of a status move its author can undo; null for none.
 */
export async function publishMessage(
  tx: Tx,
  task: LockedTask,
  { messageId, authorId, side, mentioned, decides, wasHeld, via = "web" }: Said,
  to: StatusKey,
  now: number,
): Promise<number | null> {
  const moved =
    to === task.status
      ? null
      : { ...statusChange(task, to, now), ...(await assigneeAfterReopening(tx, task, to, now)) };
  await tx
    .updateTable("task")
    .set({
      ...(messageId !== null && { last_public_at: now }),
      ...(messageId !== null && (side === "agent" ? { last_agent_at: now } : { last_requester_at: now })),
      ...(side === "agent" && { first_responded_at: task.first_responded_at ?? now }),
      ...moved,
      updated_at: now,
      version: task.version + 1,
    })
    .where("id", "=", task.id)
    .execute();
  const events: NewEvent[] = [];
  const about = { taskId: task.id, actorId: authorId, at: now };
  if (messageId !== null) events.push({ ...about, via, kind: "replied", messageId, side, mentioned, wasHeld });
  let changeSetId: number | null = null;
  if (moved) {
    // A reply takes a task out of "new" for good, so that move can't be undone.
    const canGoBack = side === "requester" || messageId === null || statusOf(task.status).category !== "new";
    if (decides && canGoBack && authorId !== null) {
      const kind = side === "agent" ? "fields" : "answer";
      const set = { taskId: task.id, actorId: authorId, kind, inverse: backFrom(task, moved) };
      changeSetId = await recordChangeSet(tx, set, now);
    }
    const set = changeSetId === null ? {} : { changeSetId };
    events.push({ ...statusEvent(task, to, authorId, now), ...set });
    if (task.snoozed_until !== moved.snoozed_until) events.push({ ...snoozeEnded(task, now), ...set });
    if (moved.assignee_id !== undefined) {
      const [from, to] = [await nameOf(tx, task.assignee_id), await nameOf(tx, moved.assignee_id)];
      events.push({ ...assignedBySystem(task.id, from, to, now), ...set });
    }
  }
  await recordEvents(tx, events);
  if (messageId !== null) await reindexTasks(tx, [task.id]);
  return changeSetId;
}

type Moved = ReturnType<typeof statusChange> & { assignee_id?: number | null };

/** Inverse of a status move and its side effects. */
const backFrom = (task: LockedTask, moved: Moved): FieldsInverse => ({
  fields: {
    status: { from: statusOf(task.status).key, to: moved.status },
    ...(task.snoozed_until !== moved.snoozed_until && { snooze: { from: dayOf(snoozeDayOf(task)), to: "" } }),
    ...(moved.assignee_id !== undefined && { assignee: { from: task.assignee_id, to: moved.assignee_id } }),
  },
  times: { from: statusTimes(task), to: statusTimes(moved) },
});
