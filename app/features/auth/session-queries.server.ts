import { hash } from "node:crypto";
import { compiledOnce } from "~/db/compiled-query-cache.server";
import { engineOf, isAmong } from "~/db/engine.server";
import { deleteOldRequestKeys } from "~/db/once-per-form.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { sharedOrganization } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { randomToken } from "~/lib/random.server";
import { SESSION_MS } from "./auth-cookies.server";

/**
 * The signed-in person, the expiry (UTC milliseconds) and the row. Also what every request needs: the versions of statuses,
 * types and sites, and the desk's time zone.
 */
export type Session = {
  viewer: Viewer;
  expiresAt: number;
  idHash: string;
  /** Whether it began before the session cookie was renamed. */
  hasOldCookie: boolean;
  catalogueVersion: number;
  sitesVersion: number;
  deskZone: string;
};

/** Stored instead of a session's id, so a stolen copy of the table opens nothing. */
export const hashOf = (id: string) => hash("sha256", id);

/** Only an id from `randomToken` is worth a query. */
const isId = (id: string | null): id is string => id !== null && /^[0-9a-f]{64}$/.test(id);

/**
 * Starts a session and returns its id, new at every sign-in. Ends the browser's previous session, even another person's. Null
 * for a person disabled meanwhile, or whose password is no longer `passwordHash`. `byLink`: with a link in an email.
 */
export async function startSession(
  db: Db,
  userId: number,
  previousId: string | null,
  now: number,
  { passwordHash, byLink = false }: { passwordHash?: string | undefined; byLink?: boolean } = {},
): Promise<string | null> {
  const id = randomToken();
  return inTransaction(db, async (tx) => {
    const query = tx.selectFrom("user").select(["state", "password_hash"]).where("id", "=", userId);
    // Locks the row: a request that disables the person or sets a password waits, then ends this session too.
    const person = await (engineOf(tx) === "postgres" ? query.forShare() : query).executeTakeFirst();
    if (person?.state !== "active") return null;
    if (passwordHash !== undefined && person.password_hash !== passwordHash) return null;
    await endSession(tx, previousId);
    await tx
      .insertInto("session")
      .values({
        ...{ id_hash: hashOf(id), user_id: userId, created_at: now, expires_at: now + SESSION_MS },
        by_link: byLink ? 1 : 0,
      })
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
    .where("user.state", "=", "active")
    .where((eb) => eb.or([eb("session.by_link", "=", 0), eb("user.role", "=", "requester")]));

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

/** The sessions that are still open, by id hash, with the columns that decide each viewer's access. */
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

/** Null for an id that is unknown, ended or expired, and for a disabled person. */
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
 * Extends the session to 30 days from now; null if it has ended meanwhile. Skips the write within `toleranceMs`, so
 * that not every page view writes. A later expiry was set while the clock was ahead, and is corrected.
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

/** Stops the old cookie from opening this session. False if another request was first. */
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
 * Deletes expired sessions, links in emails, rate limits and request keys. Nothing depends on when this runs. Sessions that seem to end too
 * late stay, because the clock may be behind: using one shortens it (`renewSession`).
 */
export async function sweepExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom("session").where("expires_at", "<=", now).execute();
  await db.deleteFrom("sign_in_link").where("expires_at", "<=", now).execute();
  await db.deleteFrom("rate_limit").where("expire", "<=", now).execute();
  // Counted while the clock was ahead. If it's behind now, this costs at most one 15-minute window.
  await db
    .deleteFrom("rate_limit")
    .where("expire", ">", now + DAY_MS)
    .execute();
  await deleteOldRequestKeys(db, now);
}
