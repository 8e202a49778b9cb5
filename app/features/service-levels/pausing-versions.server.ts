import type { Tx } from "~/db/transaction.server";
import { clockTermsChanged } from "./policies-changed.server";

/** Stores whether a new status pauses the resolution clock, with effect for all time. */
export async function addPausing(tx: Tx, status: string, pauses: boolean, now: number): Promise<void> {
  await tx.deleteFrom("pausing_version").where("status_key", "=", status).execute(); // of a deleted one that nothing used
  await insert(tx, status, pauses, 0);
  await clockTermsChanged(tx, now);
}

/** Stores whether a status pauses the resolution clock from now on. */
export async function changePausing(tx: Tx, status: string, pauses: boolean, now: number): Promise<void> {
  const last = await tx
    .selectFrom("pausing_version")
    .select("pauses")
    .where("status_key", "=", status)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last && (last.pauses === 1) === pauses) return;
  if (!last) await insert(tx, status, !pauses, 0);
  await insert(tx, status, pauses, now);
  await clockTermsChanged(tx, now);
}

const insert = (tx: Tx, status_key: string, pauses: boolean, saved_at: number) =>
  tx
    .insertInto("pausing_version")
    .values({ status_key, saved_at, pauses: pauses ? 1 : 0 })
    .execute();
