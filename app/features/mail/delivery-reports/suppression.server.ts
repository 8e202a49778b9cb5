import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";

/** Proven bounces after which mail to an address is suppressed. */
const HARD_BOUNCES = 2;
/** The reason of an address whose provider reported a message as spam. */
const COMPLAINT = "complaint";

/** The suppressed addresses, each with its reason: `complaint`, or the text of the last bounce. */
export async function suppressedAmong(db: Db, addressKeys: readonly string[]): Promise<Map<string, string>> {
  if (addressKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom("mail_suppression")
    .select(["address_key", "reason"])
    .where("address_key", "in", addressKeys)
    .where("suppressed_at", "is not", null)
    .execute();
  return new Map(rows.map(({ address_key, reason }) => [address_key, reason]));
}

/** Forgets an address's bounces. Returns whether mail to it was suppressed. */
export async function liftSuppression(tx: Tx, addressKey: string): Promise<boolean> {
  const lifted = await tx
    .deleteFrom("mail_suppression")
    .where("address_key", "=", addressKey)
    .returning("suppressed_at")
    .execute();
  return lifted.some(({ suppressed_at }) => suppressed_at !== null);
}

/**
 * Whether the address doesn't exist or doesn't accept mail (RFC 3463, 3.2). A full mailbox, 5.2.2, isn't a hard bounce.
 */
export const isHardBounce = (status: string | null) => status?.startsWith("5.1.") === true;

export async function countHardBounce(tx: Tx, addressKey: string, words: string, now: number): Promise<void> {
  const { hard_bounces: bounces } = await tx
    .insertInto("mail_suppression")
    .values({ address_key: addressKey, hard_bounces: 1, reason: words, suppressed_at: null })
    .onConflict((conflict) =>
      conflict
        .column("address_key")
        .doUpdateSet((eb) => ({ hard_bounces: eb("mail_suppression.hard_bounces", "+", 1), reason: words })),
    )
    .returning("hard_bounces")
    .executeTakeFirstOrThrow();
  if (bounces >= HARD_BOUNCES) await suppress(tx, addressKey, now);
}

/** Suppresses an address after a single spam report. */
export async function suppressAfterComplaint(tx: Tx, addressKey: string, now: number): Promise<void> {
  await tx
    .insertInto("mail_suppression")
    .values({ address_key: addressKey, reason: COMPLAINT, suppressed_at: null })
    .onConflict((conflict) => conflict.column("address_key").doUpdateSet({ reason: COMPLAINT }))
    .execute();
  await suppress(tx, addressKey, now);
}

const suppress = (tx: Tx, addressKey: string, now: number) =>
  tx
    .updateTable("mail_suppression")
    .set({ suppressed_at: now })
    .where("address_key", "=", addressKey)
    .where("suppressed_at", "is", null)
    .execute();
