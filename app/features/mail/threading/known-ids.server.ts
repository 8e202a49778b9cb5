import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";

/** Maximum stored ids per message: a years-long thread repeats all of its ids in every reply. */
const MAX_IDS = 100;
/** Longer ids are cut, both for storage and for lookup. */
const MAX_ID_CHARACTERS = 300;

/** A Message-ID as stored: without angle brackets, and lower case because some servers change the case. */
export const idKey = (id: string) => id.trim().replace(/^<|>$/g, "").slice(0, MAX_ID_CHARACTERS).toLowerCase();

/**
 * Stores ids by which later mail finds this task. Known ids don't change: an id named by received mail stays with its
 * existing task, so naming another thread's ids doesn't divert its replies.
 */
export async function rememberIds(
  tx: Tx,
  place: { taskId: number; messageId: number | null; ours: boolean },
  ids: readonly string[],
  now: number,
): Promise<void> {
  const keys = [...new Set(ids.map(idKey))].filter((key) => key !== "").slice(0, MAX_IDS);
  const { taskId, messageId, ours } = place;
  const taken = new Set(ours || keys.length === 0 ? [] : await idsOfOthers(tx, taskId, keys));
  const free = keys.filter((key) => !taken.has(key));
  if (free.length === 0) return;
  await tx
    .insertInto("mail_id")
    .values(
      free.map((id_key) => ({
        ...{ id_key, task_id: taskId, message_id: messageId, ours: ours ? (1 as const) : (0 as const), at: now },
      })),
    )
    .onConflict((conflict) => conflict.columns(["id_key", "task_id"]).doNothing())
    .execute();
}

/** The ids that already belong to other tasks. */
async function idsOfOthers(tx: Tx, taskId: number, keys: readonly string[]): Promise<string[]> {
  const known = tx.selectFrom("mail_id").select("id_key").where("id_key", "in", keys).where("task_id", "!=", taskId);
  return (await known.execute()).map(({ id_key }) => id_key);
}

type KnownId = { id: string; taskId: number; ours: boolean };

/**
 * The first of these ids that belongs to a task, newest first; null if none does. `ours`: whether we sent that message.
 */
export async function findByIds(db: Db, ids: readonly string[]): Promise<KnownId | null> {
  const keys = [...new Set(ids.map(idKey))].filter((key) => key !== "").slice(0, MAX_IDS);
  if (keys.length === 0) return null;
  const rows = await db
    .selectFrom("mail_id")
    .select(["id_key", "task_id", "ours"])
    .where("id_key", "in", keys)
    .orderBy("task_id", "desc")
    .execute();
  for (const key of keys) {
    const found = rows.find(({ id_key }) => id_key === key);
    if (found) return { id: key, taskId: found.task_id, ours: found.ours === 1 };
  }
  return null;
}
