import { createHash } from "node:crypto";
import { DAY_MS } from "~/lib/durations";
import type { Tx } from "./transaction.server";
import type { Db } from "./types";

const KEY_LIFETIME_MS = 30 * DAY_MS;

/** `differentText`: the form was sent before with a different text; this text hasn't been saved anywhere. */
export type OnceResult = { id: number; repeated: boolean; differentText: boolean };

/**
 * Runs `make` once per form. A form sent again, by a double click or a retry, gets the first result.
 *
 * key   random, from the form; unique per user
 * text  tells a true repeat from a form that was edited and sent again after Back
 * make  returns the id of what it created, or null if it refused; then the form can be corrected and sent again
 */
export async function once(
  tx: Tx,
  { userId, key, text }: { userId: number; key: string; text?: string },
  now: number,
  make: () => Promise<number | null>,
): Promise<OnceResult | null> {
  const hash = text === undefined ? null : createHash("sha256").update(text).digest("base64url");
  // A second request with this key waits here until the first one commits, then finds its result.
  const claimed = await tx
    .insertInto("request_key")
    .values({ user_id: userId, key, result_id: 0, text_hash: hash, created_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!claimed) {
    const first = await tx
      .selectFrom("request_key")
      .select(["result_id", "text_hash"])
      .where("user_id", "=", userId)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    const differentText = hash !== null && first.text_hash !== null && first.text_hash !== hash;
    return { id: first.result_id, repeated: true, differentText };
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
  return { id, repeated: false, differentText: false };
}

/** Whether the form with this key has already been processed. */
export async function wasSent(tx: Tx, { userId, key }: { userId: number; key: string }): Promise<boolean> {
  const used = tx.selectFrom("request_key").select("key").where("user_id", "=", userId).where("key", "=", key);
  return (await used.executeTakeFirst()) !== undefined;
}

/** Deletes expired request keys. May run at any time. */
export async function deleteOldRequestKeys(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("request_key")
    .where("created_at", "<", now - KEY_LIFETIME_MS)
    .execute();
}
