import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import { type TaskRow, touchTask } from "~/features/tasks/task-rows.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { insertMessage } from "../insert-message.server";

/**
 * Writes a message of the desk itself. It answers nothing: status, assignee and clocks stay, and the task is as unanswered as
 * before (domain B4).
 */
export async function writeAutomaticMessage(
  tx: Tx,
  author: { id: number },
  task: TaskRow,
  { kind, body }: { kind: "public" | "internal"; body: string },
  now: number,
): Promise<number> {
  const message = { taskId: task.id, authorId: author.id, kind, side: "agent", body, automated: true } as const;
  const mentionsOn = kind === "internal" ? task : undefined;
  const { id: messageId, mentioned } = await insertMessage(tx, { ...message, mentionsOn }, now);
  await touchTask(tx, task, now);
  if (kind === "public") await tx.updateTable("task").set({ last_public_at: now }).where("id", "=", task.id).execute();
  const about = { taskId: task.id, actorId: author.id, messageId, at: now };
  await recordEvents(tx, [
    kind === "public" ? { ...about, kind: "replied", side: "agent" } : { ...about, kind: "noted", mentioned },
  ]);
  await reindexTasks(tx, [task.id]);
  return messageId;
}
