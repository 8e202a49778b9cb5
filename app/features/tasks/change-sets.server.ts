import type { Tx } from "~/db/transaction.server";

/**
 * What a person did in one go, with what takes it back: the events of it carry its id. `kind` says which of the undoers
 * (features/tasks/undo) understands `inverse`. `undoes` is the change set that this one took back; `bulkId` the change of many
 * tasks that it is a part of.
 */
export async function recordChangeSet(
  tx: Tx,
  change: { taskId: number; actorId: number; kind: string; inverse: unknown; undoes?: number; bulkId?: number },
  now: number,
): Promise<number> {
  const { id } = await tx
    .insertInto("change_set")
    .values({
      task_id: change.taskId,
      actor_id: change.actorId,
      kind: change.kind,
      inverse: JSON.stringify(change.inverse),
      undoes: change.undoes ?? null,
      bulk_id: change.bulkId ?? null,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
