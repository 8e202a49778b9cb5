import { sql } from "kysely";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import { listAddresses, ownsAddress, ownsConfirmedAddress } from "./addresses.server";
import { nameBeside } from "./parse-people.server";
import { joinDefaultTeam, lockAllUsers, organizationOf } from "./user-change-steps.server";
import { maySeePerson } from "./user-policy";
import { emailKeyOf, nameFromAddress, personKeys } from "./user-search-keys.server";
import { isAgent, ROLE_NAMES, type Role, type UserState, type Viewer } from "./users";

/** Without a password hash they can't sign in with a password. */
export type NewPerson = {
  name: string;
  email: string | null;
  role: Role;
  passwordHash?: string | null;
  /** Their key in the system they were imported from. */
  externalKey?: string | null;
};

type CreateUser = { ok: true; id: number } | { ok: false; why: "email_taken" };

/** Creates a person, unless the address is taken in any case. Their organization follows from its domain. */
export async function createUser(db: Db, person: NewPerson, now: number): Promise<CreateUser> {
  const made = await db
    .insertInto("user")
    .values({
      ...personKeys(person.name, person.email),
      role: person.role,
      state: "active",
      password_hash: person.passwordHash ?? null,
      external_key: person.externalKey ?? null,
      organization_id: organizationOf(person),
      confirmed_at: person.email === null ? null : now, // a new account holds no one else's data
      created_at: now,
      updated_at: now,
      read_until: now,
      version: 1,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return { ok: false, why: "email_taken" };
  // Checked after the insert: of two concurrent requests with this address, one waits for the other's row.
  if (person.email !== null && (await isSecondaryAddress(db, emailKeyOf(person.email)))) {
    await db.deleteFrom("user").where("id", "=", made.id).execute();
    return { ok: false, why: "email_taken" };
  }
  if (isAgent(person)) await joinDefaultTeam(db, [made.id]);
  return { ok: true, id: made.id };
}

const isSecondaryAddress = async (db: Db, emailKey: string) =>
  (await db.selectFrom("user_address").select("user_id").where("email_key", "=", emailKey).executeTakeFirst()) !==
  undefined;

/** `actorId` is null for the desk itself. */
export async function logAccountCreated(
  db: Db,
  actorId: number | null,
  { id, email, role }: { id: number; email: string | null; role: Role },
  now: number,
): Promise<void> {
  const details = { ...(email !== null && { Address: email }), Role: ROLE_NAMES[role] };
  await logSecurity(db, { kind: "account_created", actorId, userId: id, details }, now);
}

/** Logs one entry per batch of imported rows. It has no actor, because imports run on the server. */
export async function logAccountsImported(db: Db, count: number, now: number): Promise<void> {
  await logSecurity(db, { kind: "accounts_imported", actorId: null, details: { Accounts: String(count) } }, now);
}

/** Includes imported people without a password. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("user").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Creates the first account, an admin, and returns its id; null if people exist already. Only one of two processes that start
 * at once creates it. `passwordHash` is only called when an account is needed.
 */
export async function createFirstAccount(
  db: Db,
  account: { email: string; name?: string; passwordHash: () => Promise<string> },
  now: number,
): Promise<number | null> {
  if (await hasUsers(db)) return null;
  const passwordHash = await account.passwordHash(); // slow, so before taking the lock
  return inTransaction(db, async (tx) => {
    await lockAllUsers(tx);
    if (await hasUsers(tx)) return null;
    const name = account.name ?? "Administrator";
    const made = await createUser(tx, { name, email: account.email, role: "admin", passwordHash }, now);
    if (!made.ok) return null;
    await logAccountCreated(tx, null, { id: made.id, email: account.email, role: "admin" }, now);
    return made.id;
  });
}

/** The first admin's address until the desk's first sign-in; then null. */
export async function adminBeforeFirstSignIn(db: Db): Promise<string | null> {
  const ever = await db
    .selectFrom("user")
    .select((eb) => [
      eb.exists(eb.selectFrom("session").select("session.user_id")).as("session"),
      eb.exists(eb.selectFrom("security_event").select("id").where("kind", "=", "signed_in")).as("event"),
    ])
    .limit(1)
    .executeTakeFirst();
  if (!ever || ever.session || ever.event) return null;
  const admins = db.selectFrom("user").select("email").where("role", "=", "admin").where("state", "=", "active");
  return (await admins.orderBy("id").limit(1).executeTakeFirst())?.email ?? null;
}

/** The person who signs in with this confirmed address, or null. `emailKey` comes from `emailKeyOf`. */
export async function findForSignIn(db: Db, emailKey: string) {
  const person = await db
    .selectFrom("user")
    .select(["id", "name", "email", "email_key", "role", "state", "password_hash"])
    .where(ownsConfirmedAddress(sql.ref("user.id"), emailKey))
    .executeTakeFirst();
  return person ?? null;
}

/**
 * Finds the person with this address, or creates a requester, named after the mailbox unless a name is given. `by`: the person
 * adding them; null for the desk.
 */
export async function createRequesterByEmail(
  db: Db,
  { email, name: given = "" }: { email: string; name?: string | undefined },
  by: { id: number } | null,
  now: number,
): Promise<{ id: number; name: string; state: UserState; isNew: boolean }> {
  const address = email.trim();
  const name = nameBeside(given) || nameFromAddress(address);
  const made = await createUser(db, { name, email: address, role: "requester" }, now);
  if (made.ok) {
    await logAccountCreated(db, by?.id ?? null, { id: made.id, email: address, role: "requester" }, now);
    return { id: made.id, name, state: "active", isNew: true };
  }
  const known = await db
    .selectFrom("user")
    .select(["id", "name", "state"])
    .where(ownsAddress(sql.ref("user.id"), emailKeyOf(address)))
    .executeTakeFirstOrThrow();
  return { ...known, isNew: false };
}

/** Null for an unknown or merged person, and for one the viewer may not see. */
export async function findProfile(db: Db, viewer: Viewer, id: number) {
  if (!maySeePerson(viewer, id)) return null;
  const row = await db
    .selectFrom("user")
    .leftJoin("organization", "organization.id", "user.organization_id")
    .select(["user.id", "user.name", "user.email", "user.role", "user.state", "user.password_hash", "user.created_at"])
    .select(["user.organization_id", "user.org_manager", "organization.name as organization"])
    .where("user.id", "=", id)
    .where("user.state", "!=", "merged")
    .executeTakeFirst();
  if (!row) return null;
  const { password_hash, created_at, organization_id, org_manager, organization: name, ...person } = row;
  const addresses = await listAddresses(db, id);
  return {
    ...person,
    hasPassword: password_hash !== null,
    /** Secondary addresses. */
    further: addresses.filter(({ isPrimary }) => !isPrimary).map(({ email }) => email),
    unconfirmed: addresses.filter(({ isConfirmed }) => !isConfirmed).map(({ email, key }) => ({ email, key })),
    organization:
      organization_id === null ? null : { id: organization_id, name: name ?? "", manager: org_manager === 1 },
    createdAt: created_at,
  };
}

export type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export async function passwordHashOf(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom("user").select("password_hash").where("id", "=", id).executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Ids after merges of people: a merged person's id becomes that of the person they were merged into. Drops repeats. */
export async function followPeopleMerges(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const merged = await db
    .selectFrom("user")
    .select(["id", "merged_into"])
    .where("id", "in", ids)
    .where("merged_into", "is not", null)
    .execute();
  const into = new Map(merged.map((one) => [one.id, one.merged_into]));
  return [...new Set(ids.map((id) => into.get(id) ?? id))];
}

/** Id of the person this one was merged into; null if not merged, or not visible to the viewer. */
export async function whoIsNow(db: Db, viewer: Viewer, id: number): Promise<number | null> {
  const row = await db.selectFrom("user").select("merged_into").where("id", "=", id).executeTakeFirst();
  const now = row?.merged_into ?? null;
  return now !== null && maySeePerson(viewer, now) ? now : null;
}
