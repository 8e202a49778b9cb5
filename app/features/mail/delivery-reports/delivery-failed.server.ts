import type { Tx } from "~/db/transaction.server";
import { lastOfMerges } from "~/features/tasks/follow-merges.server";
import { lockTask, touchTask } from "~/features/tasks/task-rows.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { TO_AGENTS } from "../sending/written-mail";

/** `failed`: the relay refused the recipient. `bounced`: a report came back. */
export type DeliveryFailure = { state: "failed" | "bounced"; status: string | null; words: string };

/** The history field of a message that didn't reach a recipient. */
export const UNDELIVERED = "undelivered";

/** Maximum stored length of a server's response. */
const MAX_WORDS = 500;

/** Settles a delivery that failed for good, with an entry in its task's history, and notifies the author and the assignee. */
export async function deliveryFailed(
  tx: Tx,
  deliveryId: number,
  { state, status, words }: DeliveryFailure,
  now: number,
): Promise<void> {
  const delivery = await tx
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .leftJoin("message", "message.id", "outgoing_mail.message_id")
    .select(["delivery.address", "outgoing_mail.kind", "outgoing_mail.task_id", "outgoing_mail.message_id"])
    .select("message.author_id")
    .where("delivery.id", "=", deliveryId)
    .executeTakeFirstOrThrow();
  const taskId = delivery.task_id === null ? null : await lastOfMerges(tx, delivery.task_id);
  const task = taskId === null ? null : await lockTask(tx, taskId); // the task before its deliveries, like every change
  const settled = { try_at: null, settled_at: now, dismissed_at: null };
  const { numUpdatedRows } = await tx
    .updateTable("delivery")
    .set({ state, status, words: words.slice(0, MAX_WORDS), ...settled })
    .where("id", "=", deliveryId)
    .where("state", "not in", ["failed", "bounced"])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return; // the first result stays
  if (!task || task.put_away !== null || TO_AGENTS.includes(delivery.kind)) return;
  const event = { taskId: task.id, actorId: null, via: "system", kind: "changed", field: UNDELIVERED } as const;
  const { author_id: writerId, message_id: messageId, address } = delivery;
  const unsent = { kind: "undelivered", writerId, messageId, details: address } as const;
  await recordEvents(tx, [{ ...event, from: null, to: address, at: now, unsent }]);
  await touchTask(tx, task, now);
}
