import { hash } from "node:crypto";
import { compiledOnce } from "~/db/compiled.server";
import { engineOf, isAmong } from "~/db/engine.server";
import { forgetOldKeys } from "~/db/request-key.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { sharedOrganization } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { randomToken } from "~/lib/random.server";
import { SESSION_MS } from "./auth-cookies.server";

/**
 * Who is signed in, until when (UTC milliseconds), and by which row. Also the versions of statuses, types and sites, and the
 * desk's time zone, which every request needs.
 */
export type Session = {
  viewer: Viewer;
  expiresAt: number;
  idHash: string;
  /** Whether it began before the session cookie got its new name. */
  hasOldCookie: boolean;
  catalogueVersion: number;
  sitesVersion: number;
  deskZone: string;
};

/** What the database holds instead of a session's id: a stolen copy of the table opens nothing. */
export const hashOf = (id: string) => hash("sha256", id);

/** Ids are made by `randomToken`; nothing else is worth a look into the database. */
const isId = (id: string | null): id is string => id !== null && /^[0-9a-f]{64}$/.test(id);

/**
 * Begins a session of this person and answers its id, new at every sign-in. The one the visitor had before, whoever's it
 * was, ends in the same moment. Null, and no session, for somebody who was disabled while they signed in, or whose
 * password is not `passwordHash` any more, where they signed in with it.
 */
export async function startSession(
  db: Db,
  userId: number,
  previousId: string | null,
  now: number,
  { passwordHash }: { passwordHash?: string | undefined } = {},
): Promise<string | null> {
  const id = randomToken();
  return inTransaction(db, async (tx) => {
    const query = tx.selectFrom("user").select(["state", "password_hash"]).where("id", "=", userId);
    // Whoever disables them or changes the password waits for us, and then ends this session as well.
    const person = await (engineOf(tx) === "postgres" ? query.forShare() : query).executeTakeFirst();
    if (person?.state !== "active") return null;
    if (passwordHash !== undefined && person.password_hash !== passwordHash) return null;
    await endSession(tx, previousId);
    await tx
      .insertInto("session")
      .values({ id_hash: hashOf(id), user_id: userId, created_at: now, expires_at: now + SESSION_MS })
      .execute();
    return id;
  });
}

const openSessions = (db: Db, now: number) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .leftJoin("organization", "organization.id", "user.organization_id")
    .where("session.expires_at", ">", now)
    .where("user.state", "=", "active");

const activeSession = compiledOnce(
  (db, _shape: Record<never, never>, { idHash, now }: { idHash: string; now: number }) =>
    openSessions(db, now)
      .innerJoin("catalogue", (join) => join.on("catalogue.id", "=", 1)) // its only row
      .select(["user.id", "user.name", "user.email", "user.role", "user.preferences", "user.account_changed_at"])
      .select(["session.expires_at", "session.old_cookie", sharedOrganization])
      .select([
        "catalogue.version as catalogue_version",
        "catalogue.sites as sites_version",
        "catalogue.time_zone as desk_zone",
      ])
      .where("session.id_hash", "=", idHash),
);

/** Of sessions those that go on, by the hash of their id, and what decides now about what each may see. */
export async function stillOpen(db: Db, idHashes: readonly string[], now: number) {
  const rows = await openSessions(db, now)
    .select(["session.id_hash", "user.id", "user.role", sharedOrganization])
    .where(isAmong(db, "session.id_hash", idHashes))
    .execute();
  return new Map(
    rows.map(({ id_hash, id, role, shared_organization: shared }) => [
      id_hash,
      { id, role, ...(shared !== null && { sharedOrganizationId: shared }) },
    ]),
  );
}

/** The session with this id. Null for one that is unknown, ended or expired, and for a person who was disabled. */
export async function findSession(db: Db, id: string | null, now: number): Promise<Session | null> {
  if (!isId(id)) return null;
  const idHash = hashOf(id);
  const [row] = await activeSession(db, {}, { idHash, now });
  if (!row) return null;
  const { shared_organization, catalogue_version, sites_version, desk_zone, preferences, ...rest } = row;
  const { expires_at, old_cookie, account_changed_at, ...person } = rest;
  const viewer: Viewer = person;
  if (shared_organization !== null) viewer.sharedOrganizationId = shared_organization;
  if (preferences !== "{}") viewer.preferences = preferences;
  if (account_changed_at !== null) viewer.accountChangedAt = account_changed_at;
  const versions = { catalogueVersion: catalogue_version, sitesVersion: sites_version, deskZone: desk_zone };
  return { viewer, expiresAt: expires_at, idHash, hasOldCookie: old_cookie === 1, ...versions };
}

/**
 * The session with its end moved to 30 days from now; null when it was ended meanwhile. The stored end may differ by
 * `toleranceMs`: not every look at a page has to write. One that ends later was renewed while the clock was ahead.
 */
export async function renewSession(
  db: Db,
  session: Session,
  toleranceMs: number,
  now: number,
): Promise<Session | null> {
  const expiresAt = now + SESSION_MS;
  if (Math.abs(session.expiresAt - expiresAt) <= toleranceMs) return session;
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({ expires_at: expiresAt, old_cookie: 0 }) // so no old cookie is accepted 30 days after the upgrade
    .where("id_hash", "=", session.idHash)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : { ...session, expiresAt };
}

/** Stops the old cookie from opening this session. False when another request was first. */
export async function retireOldCookie(db: Db, { idHash }: Session): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({ old_cookie: 0 })
    .where("id_hash", "=", idHash)
    .where("old_cookie", "=", 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endSession(db: Db, id: string | null): Promise<void> {
  if (isId(id)) await db.deleteFrom("session").where("id_hash", "=", hashOf(id)).execute();
}

/**
 * Forgets what is over: sessions, counts of failed sign-ins, forms sent long ago. Nothing depends on when this runs. Sessions that
 * seem to end too late stay, because the clock may be behind: using one shortens it (`renewSession`).
 */
export async function sweepExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom("session").where("expires_at", "<=", now).execute();
  await db.deleteFrom("rate_limit").where("expire", "<=", now).execute();
  // Counted while the clock was ahead. A clock that is behind costs a window of 15 minutes at most.
  await db
    .deleteFrom("rate_limit")
    .where("expire", ">", now + DAY_MS)
    .execute();
  await forgetOldKeys(db, now);
}
