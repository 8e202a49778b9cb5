import type { Tx } from "./transaction.server";
import type { Db } from "./types";

/** How long a form is remembered. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Makes something once per form: a form that is sent again, by a double click or a shaky network, answers with what the
 * first one made. The key is random and stands in the form; two people may have the same one.
 *
 * `make` answers the id of what it made, or null when it refused: then the form may be sent again, corrected.
 */
export async function once(
  tx: Tx,
  { userId, key }: { userId: number; key: string },
  now: number,
  make: () => Promise<number | null>,
): Promise<{ id: number; repeated: boolean } | null> {
  // A second request with this key waits here until the first one has ended, and then finds its result.
  const claimed = await tx
    .insertInto("request_key")
    .values({ user_id: userId, key, result_id: 0, created_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!claimed) {
    const first = await tx
      .selectFrom("request_key")
      .select("result_id")
      .where("user_id", "=", userId)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    return { id: first.result_id, repeated: true };
  }

  const id = await make();
  if (id === null) {
    await tx.deleteFrom("request_key").where("user_id", "=", userId).where("key", "=", key).execute();
    return null;
  }
  await tx
    .updateTable("request_key")
    .set({ result_id: id })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .execute();
  return { id, repeated: false };
}

/** Whether the form with this key has made something already. */
export async function wasSent(tx: Tx, { userId, key }: { userId: number; key: string }): Promise<boolean> {
  const used = tx.selectFrom("request_key").select("key").where("user_id", "=", userId).where("key", "=", key);
  return (await used.executeTakeFirst()) !== undefined;
}

/** Forgets forms that nobody sends again any more. Nothing depends on when this runs. */
export async function forgetOldKeys(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("request_key")
    .where("created_at", "<", now - KEPT_MS)
    .execute();
}
