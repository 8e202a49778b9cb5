import type { Db } from "~/db/types";

/* What an address's page and the alerts to admins say of its connections. */

/** Fetching, or being handed mail, and sending. One may fail while the other works. */
export type MailDirection = "in" | "out";

/** Notes that mail went through, which ends a failure of the same direction. */
export async function noteSuccess(db: Db, id: number, direction: MailDirection, now: number): Promise<void> {
  const address = db.updateTable("mail_address").where("id", "=", id);
  await address.set({ succeeded_at: now, ...(direction === "in" ? { received_at: now } : { sent_at: now }) }).execute();
  await address
    .set({ failed_at: null, failure: null, failed_direction: null })
    .where("failed_direction", "=", direction)
    .execute();
}

/** Keeps when the failure began, and the newest words. While one direction fails, the other's failures aren't kept. */
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
 * Pauses an address whose credentials were refused, until an admin resumes it. Keeps when the pause began, and the newest words; an
 * admin's own pause stays as it is.
 */
export const pauseAfterRefusal = (db: Db, id: number, words: string, now: number) =>
  db
    .updateTable("mail_address")
    .set((eb) => ({ paused: words.slice(0, 500), paused_at: eb.fn.coalesce("paused_at", eb.val(now)) }))
    .where("id", "=", id)
    .where("paused_by_admin", "=", 0)
    .execute();
