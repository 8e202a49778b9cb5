import type { Db } from "~/db/types";

/**
 * Ends what a person is signed in with, on every device: for an account that was disabled or got another password.
 * `exceptIdHash` spares one session, by the hash of its id: that of the person who changes their own password.
 */
export async function endSessionsOf(db: Db, userId: number, exceptIdHash: string | null = null): Promise<void> {
  let end = db.deleteFrom("session").where("user_id", "=", userId);
  if (exceptIdHash !== null) end = end.where("id_hash", "!=", exceptIdHash);
  await end.execute();
}

/**
 * Ends the link with which somebody was to choose their password. It was sent to an address, for an account as it was then:
 * whoever reads it there is not to have what has become of that.
 */
export async function endInvitationOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("invitation").where("user_id", "=", userId).execute();
}
