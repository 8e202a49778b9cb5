import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { type NewEvent, recordEvents } from "../task-history.server";
import { statusChange } from "../task-status";
import type { StatusKey } from "../task-words";
import { keptAssignee, type LockedTask, statusEvent } from "../task-write.server";

/** `messageId` null: nothing was written, a button alone says what is meant ("Thanks, it is solved"). */
type Said = { messageId: number | null; authorId: number | null; side: "requester" | "agent" };

/** What a public message does to its task in the moment it is said: times and status move, history and search learn of it. */
export async function sayMessage(
  tx: Tx,
  task: LockedTask,
  { messageId, authorId, side }: Said,
  to: StatusKey,
  now: number,
): Promise<void> {
  await tx
    .updateTable("task")
    .set({
      ...(messageId !== null && { last_public_at: now }),
      ...(messageId !== null && (side === "agent" ? { last_agent_at: now } : { last_requester_at: now })),
      ...(side === "agent" && { first_responded_at: task.first_responded_at ?? now }),
      ...(to !== task.status && statusChange(task, to, now)),
      ...(await keptAssignee(tx, task, to)),
      updated_at: now,
      version: task.version + 1,
    })
    .where("id", "=", task.id)
    .execute();
  const events: NewEvent[] = [];
  if (messageId !== null) events.push({ taskId: task.id, actorId: authorId, kind: "replied", messageId, at: now });
  if (to !== task.status) events.push(statusEvent(task, to, authorId, now));
  await recordEvents(tx, events);
  if (messageId !== null) await reindexTasks(tx, [task.id]);
}
