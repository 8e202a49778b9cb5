import type { Tx } from "~/db/transaction.server";

/** What every change of something around a task does to its row. */
export async function touchTask(tx: Tx, task: { id: number; version: number }, now: number): Promise<void> {
  await tx
    .updateTable("task")
    .set({ updated_at: now, version: task.version + 1 })
    .where("id", "=", task.id)
    .execute();
}
