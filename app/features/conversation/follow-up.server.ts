import type { Tx } from "~/db/transaction.server";
import type { LockedTask } from "~/features/tasks/task-rows.server";
import { priorityOf } from "~/features/tasks/tasks";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { insertTask, type TaskToInsert } from "./insert-message.server";

/**
 * Opens a new task like the old one, with the message as its description. The old task doesn't change. People in copy and
 * confidentiality carry over.
 */
export async function openFollowUp(
  tx: Tx,
  authorId: number,
  old: LockedTask,
  description: Pick<TaskToInsert, "body" | "draft" | "email">,
  now: number,
): Promise<number> {
  const { title, type, requester_id: requesterId, team_id: teamId, confidential } = old;
  const like = { title, type, priority: priorityOf(old.priority).key, requesterId, teamId, confidential };
  const task = { ...like, ...description, assigneeId: null, tags: [], dueAt: null };
  const id = await insertTask(tx, authorId, task, now);
  await tx
    .insertInto("participant")
    .columns(["task_id", "user_id", "added_at", "address"])
    .expression((eb) =>
      eb
        .selectFrom("participant")
        .select([eb.lit(id).as("task_id"), "user_id", eb.val(now).as("added_at"), "address"])
        .where("task_id", "=", old.id),
    )
    .execute();
  const kind = "follow_up_of";
  await tx.insertInto("task_link").values({ task_id: id, kind, other_id: old.id, created_at: now }).execute();
  const event = { taskId: id, actorId: authorId, kind: "changed", field: kind } as const;
  await recordEvents(tx, [{ ...event, from: null, to: `#${old.id}`, at: now }]);
  return id;
}
