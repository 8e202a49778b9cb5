import { createHash } from "node:crypto";
import { DAY_MS } from "~/lib/durations";
import type { Tx } from "./transaction.server";
import type { Db } from "./types";

/** How long a form is remembered. */
const KEPT_MS = 30 * DAY_MS;

/** `otherText`: what was made before says something else, and what is written in the form now is nowhere yet. */
export type Made = { id: number; repeated: boolean; otherText: boolean };

/**
 * Makes something once per form: a form that is sent again, by a double click or a shaky network, answers with what the
 * first one made. The key is random and stands in the form; two people may have the same one. A form can also be changed
 * and sent again, on a page that Back brings: `text` tells that from the same thing twice.
 *
 * `make` answers the id of what it made, or null when it refused: then the form may be sent again, corrected.
 */
export async function once(
  tx: Tx,
  { userId, key, text }: { userId: number; key: string; text?: string },
  now: number,
  make: () => Promise<number | null>,
): Promise<Made | null> {
  const hash = text === undefined ? null : createHash("sha256").update(text).digest("base64url");
  // A second request with this key waits here until the first one has ended, and then finds its result.
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
    const otherText = hash !== null && first.text_hash !== null && first.text_hash !== hash;
    return { id: first.result_id, repeated: true, otherText };
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
  return { id, repeated: false, otherText: false };
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
