import type { Tx } from "~/db/transaction.server";

/** `status` is a code such as "5.1.1"; null where the server gave none. */
type Failure = { deliveryId: number; status: string | null; words: string };

/** Marks a delivery that won't be tried again. */
export async function onFailed(tx: Tx, { deliveryId, status, words }: Failure, now: number): Promise<void> {
  await tx
    .updateTable("delivery")
    .set({ state: "failed", try_at: null, settled_at: now, status, words: words.slice(0, 500) })
    .where("id", "=", deliveryId)
    .execute();
}
