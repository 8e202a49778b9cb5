import type { Db } from "~/db/types";

/* The health of an address's connections, for its page and for alerts to admins. */

/** Fetching, or being handed mail, and sending. One may fail while the other works. */
export type MailDirection = "in" | "out";

/** Records that mail went through, which ends a failure in the same direction. */
export async function noteSuccess(db: Db, id: number, direction: MailDirection, now: number): Promise<void> {
  const address = db.updateTable("mail_address").where("id", "=", id);
  await address.set({ succeeded_at: now, ...(direction === "in" ? { received_at: now } : { sent_at: now }) }).execute();
  await address
    .set({ failed_at: null, failure: null, failed_direction: null })
    .where("failed_direction", "=", direction)
    .execute();
}

/**
 * Stores when the failure started, and the latest error. While one direction fails, failures of the other aren't
 * stored.
 */
export const noteFailure = (db: Db, id: number, direction: MailDirection, words: string, now: number) =>
  db
    .updateTable("mail_address")
    .set((eb) => ({
      failed_at: eb.fn.coalesce("failed_at", eb.val(now)),
      failure: words.slice(0, 500),
      failed_direction: direction,
    }))
    .where("id", "=", id)
    .where((eb) => eb.or([eb("failure", "is", null), eb("failed_direction", "=", direction)]))
    .execute();

/**
 * Pauses an address whose credentials were refused, until an admin resumes it. Stores when the pause started, and the
 * latest error. Doesn't change an admin's own pause.
 */
export const pauseAfterRefusal = (db: Db, id: number, words: string, now: number) =>
  db
    .updateTable("mail_address")
    .set((eb) => ({ paused: words.slice(0, 500), paused_at: eb.fn.coalesce("paused_at", eb.val(now)) }))
    .where("id", "=", id)
    .where("paused_by_admin", "=", 0)
    .execute();
