import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";

/**
 * The tasks that are found by this person's name and addresses. Until the transaction ends nobody else changes them: a reply
 * that is being written at the same time would be missing in the index.
 */
export async function tasksToReindex(tx: Tx, requesterId: number): Promise<number[]> {
  const tasks = tx.selectFrom("task").select("id").where("requester_id", "=", requesterId).orderBy("id");
  return (await forUpdate(tx, tasks).execute()).map((task) => task.id);
}
