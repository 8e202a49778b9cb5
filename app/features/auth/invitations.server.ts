import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { changeRecords, type NotAllowed } from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { endSessionsOf, updateUser } from "~/features/users/user-change-steps.server";
import { mayManageAccounts } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { randomToken } from "~/lib/random.server";
import { hashOf, startSession } from "./session-queries.server";

export const INVITATION_DAYS = 7;

/**
 * oneself      otherwise an open session would be enough to set a new password
 * no_address   there is nothing to sign in with
 * unconfirmed  the primary address isn't confirmed: an agent could have entered anyone's
 */
export type InvitationRefusal = {
  ok: false;
  why: "not_allowed" | "no_such_person" | "oneself" | "not_active" | "no_address" | "unconfirmed";
};

type MakeInvitation = { ok: true; key: string } | InvitationRefusal;

/** Creates the key of a one-time link to set a password. Invalidates any earlier link. */
export async function makeInvitation(db: Db, viewer: Viewer, id: number, now: number): Promise<MakeInvitation> {
  const key = randomToken();
  return changeRecords<MakeInvitation>(db, viewer, { may: mayManageAccounts }, async (tx) => {
    if (id === viewer.id) return { ok: false, why: "oneself" };
    const person = await tx
      .selectFrom("user")
      .select(["email", "state", "confirmed_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!person) return { ok: false, why: "no_such_person" };
    if (person.state !== "active") return { ok: false, why: "not_active" };
    if (person.email === null) return { ok: false, why: "no_address" };
    if (person.confirmed_at === null) return { ok: false, why: "unconfirmed" };
    const row = {
      ...{ key_hash: hashOf(key), created_by: viewer.id, created_at: now },
      expires_at: now + INVITATION_DAYS * DAY_MS,
    };
    await tx
      .insertInto("invitation")
      .values({ user_id: id, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    await logSecurity(tx, { kind: "invitation_made", actorId: viewer.id, userId: id }, now);
    return { ok: true, key };
  });
}

/** Deletes the open invitation; a no-op without one. */
export const withdrawInvitation = (db: Db, viewer: Viewer, id: number, now: number) =>
  changeRecords<{ ok: true } | NotAllowed>(db, viewer, { may: mayManageAccounts }, async (tx) => {
    const gone = await tx.deleteFrom("invitation").where("user_id", "=", id).returning("user_id").executeTakeFirst();
    if (gone) await logSecurity(tx, { kind: "invitation_withdrawn", actorId: viewer.id, userId: id }, now);
    return { ok: true };
  });

/** When the open link expires; null without one. */
export async function invitationOf(db: Db, id: number, now: number): Promise<number | null> {
  const open = db.selectFrom("invitation").select("expires_at").where("user_id", "=", id).where("expires_at", ">", now);
  return (await open.executeTakeFirst())?.expires_at ?? null;
}

/**
 * Null for a key that is unknown, used or expired, and for an inactive account. Doesn't use the key up. A mailed link
 * has a separate key, created when the email is sent, which works as long as the invitation is open.
 */
export async function findInvitation(db: Db, key: string, now: number) {
  const person = await db
    .selectFrom("invitation")
    .innerJoin("user", "user.id", "invitation.user_id")
    .select(["user.id", "user.name", "user.email", "user.role"])
    .where((eb) =>
      eb.or([
        eb("invitation.key_hash", "=", hashOf(key)),
        eb.exists(
          eb
            .selectFrom("sign_in_link")
            .select("sign_in_link.user_id")
            .where("sign_in_link.key_hash", "=", hashOf(key))
            .where("sign_in_link.kind", "=", "invitation")
            .whereRef("sign_in_link.user_id", "=", "invitation.user_id")
            .whereRef("sign_in_link.address_key", "=", "user.email_key")
            .whereRef("sign_in_link.created_at", ">=", "invitation.created_at"),
        ),
      ]),
    )
    .where("invitation.expires_at", ">", now)
    .where("user.state", "=", "active")
    .executeTakeFirst();
  return person ?? null;
}

/**
 * Uses a key up: sets the password, ends all sessions, and starts one as a sign-in does. Answers its id; null for an invalid
 * key. `previousId` is the browser's session until now.
 */
export async function acceptInvitation(
  db: Db,
  key: string,
  passwordHash: string,
  { previousId, ip }: { previousId: string | null; ip: string },
  now: number,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const person = await findInvitation(tx, key, now);
    const used = await tx
      .deleteFrom("invitation")
      .where("user_id", "=", person?.id ?? 0)
      .returning("user_id")
      .executeTakeFirst(); // of two concurrent requests, one finds no row
    if (!person || !used) return null;
    const by = { actorId: person.id, userId: person.id };
    await updateUser(tx, person.id, { password_hash: passwordHash }, now);
    await endSessionsOf(tx, person.id);
    await logSecurity(tx, { kind: "invitation_used", ...by }, now);
    const sessionId = await startSession(tx, person.id, previousId, now);
    await logSecurity(tx, { kind: "signed_in", ...by, ip }, now);
    return sessionId;
  });
}
