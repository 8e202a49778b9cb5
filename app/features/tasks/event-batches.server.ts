import type { Tx } from "~/db/transaction.server";

/** A change to many tasks. People who were notified of the batch `after` aren't notified of this one. */
type Batch = { name: string; after?: string };

const batches = new WeakMap<Tx, Batch>();

/**
 * Groups all events `work` records into one batch, which may span transactions under the same name. Each person gets
 * one notification with the number of tasks (domain B9, rule 6).
 */
export async function asOneBatch<T>(tx: Tx, batch: Batch, work: () => Promise<T>): Promise<T> {
  batches.set(tx, batch);
  try {
    return await work();
  } finally {
    batches.delete(tx);
  }
}

export const batchOf = (tx: Tx): Batch | undefined => batches.get(tx);

export const bulkBatch = (bulkId: number) => `bulk:${bulkId}`;

/** Batch name for everything one form does to sub-tasks. */
export const subTasksBatch = (requestKey: string) => `umbrella:${requestKey}`;

/** Request key of a batch's message to one task. Can't clash with a form's key: those have no colon. */
export const batchKey = (batch: string, taskId: number) => `${batch}:${taskId}`;

/** The batch that wrote a held message; null for a message sent on its own. */
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
