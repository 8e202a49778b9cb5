import type { Tx } from "~/db/transaction.server";

/** A change of many tasks: its name, and the name of an earlier batch whose readers don't need to hear of this one. */
type Batch = { name: string; after?: string };

/** The batch that a transaction does a part of. */
const batches = new WeakMap<Tx, Batch>();

/**
 * Marks all events that `work` writes as one batch, also when it continues in other transactions under the same name: each
 * person gets one notification for it, with the number of tasks (domain B9, rule 6).
 */
export async function asOneBatch<T>(tx: Tx, batch: Batch, work: () => Promise<T>): Promise<T> {
  batches.set(tx, batch);
  try {
    return await work();
  } finally {
    batches.delete(tx);
  }
}

/** The batch that is being written in this transaction. */
export const batchOf = (tx: Tx): Batch | undefined => batches.get(tx);

/** The name under which all that a bulk change does is told as one. */
export const bulkBatch = (bulkId: number) => `bulk:${bulkId}`;

/** The name under which all that one form says in sub-tasks, or does to them, is told as one. */
export const umbrellaBatch = (requestKey: string) => `umbrella:${requestKey}`;

/** The key with which a batch sends a text to one of its tasks. No form can have a colon in its own. */
export const batchKey = (batch: string, taskId: number) => `${batch}:${taskId}`;

/** The name of the batch that has written a message which is held; null for one that was written by itself. */
export async function batchOfHeld(
  tx: Tx,
  message: { task_id: number; author_id: number | null; created_at: number },
): Promise<string | null> {
  const form = await tx
    .selectFrom("request_key")
    .select("key")
    .where("user_id", "=", message.author_id)
    .where("result_id", "=", message.task_id)
    .where("created_at", "=", message.created_at)
    .where((eb) => eb.or([eb("key", "like", "bulk:%"), eb("key", "like", "umbrella:%")]))
    .executeTakeFirst();
  return form ? form.key.slice(0, form.key.lastIndexOf(":")) : null;
}
