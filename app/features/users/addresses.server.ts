import { type RawBuilder, type SqlBool, sql } from "kysely";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { SecurityKind } from "~/features/security-log/security-kinds";
import { logSecurity } from "~/features/security-log/security-log.server";
import { endInvitationOf, lockAllUsers, organizationOf, tasksToReindex, updateUser } from "./user-change-steps.server";
import { mayConfirmAddresses, mayEditPerson } from "./user-policy";
import { emailKeyOf, personKeys } from "./user-search-keys.server";
import { type Role, USER_LIMITS, type Viewer } from "./users";

/** Whether the column's person has this address, primary or not. `emailKey` comes from `emailKeyOf`. */
export const ownsAddress = (column: RawBuilder<unknown>, emailKey: string): RawBuilder<SqlBool> => sql`${column} in (
  select owner.id from "user" as owner where owner.email_key = ${emailKey}
  union all select user_address.user_id from user_address where user_address.email_key = ${emailKey}
)`;

/** Like `ownsAddress`, for confirmed addresses only: just those can sign in. */
export const ownsConfirmedAddress = (
  column: RawBuilder<unknown>,
  emailKey: string,
): RawBuilder<SqlBool> => sql`${column} in (
  select owner.id from "user" as owner where owner.email_key = ${emailKey} and owner.confirmed_at is not null
  union all select user_address.user_id from user_address
  where user_address.email_key = ${emailKey} and user_address.confirmed_at is not null
)`;

export async function ownerOf(db: Db, emailKey: string): Promise<number | undefined> {
  const owner = db
    .selectFrom("user")
    .select("id")
    .where(ownsAddress(sql.ref("user.id"), emailKey));
  return (await owner.executeTakeFirst())?.id;
}

/** A person's secondary addresses. */
export const secondaryAddresses = (db: Db, userId: number) =>
  db
    .selectFrom("user_address")
    .select(["email", "email_key", "verified_at", "confirmed_at"])
    .where("user_id", "=", userId)
    .orderBy("email_key")
    .execute();

/** All addresses of a person, the primary first. */
export async function listAddresses(db: Db, id: number) {
  const first = await db
    .selectFrom("user")
    .select(["email", "email_key", "verified_at", "confirmed_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  const shown = (isPrimary: boolean, { email, email_key: key, ...row }: NonNullable<typeof first>) =>
    email === null || key === null
      ? []
      : [{ email, key, isPrimary, isVerified: row.verified_at !== null, isConfirmed: row.confirmed_at !== null }];
  const others = (await secondaryAddresses(db, id)).flatMap((address) => shown(false, address));
  return [...(first ? shown(true, first) : []), ...others];
}

export type ShownAddress = Awaited<ReturnType<typeof listAddresses>>[number];

/** Rebuilds a person's search columns after a name or address has changed. */
export async function refreshSearchKeys(tx: Tx, id: number): Promise<void> {
  const { name, email } = await tx
    .selectFrom("user")
    .select(["name", "email"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const further = (await secondaryAddresses(tx, id)).map((address) => address.email);
  const { name_key, search_text } = personKeys(name, email, further);
  await tx.updateTable("user").set({ name_key, search_text }).where("id", "=", id).execute();
}

/**
 * in_use          the person signs in with the primary address, so an agent can't change it
 * only_confirmed  the person could no longer sign in with any address
 * too_many        `USER_LIMITS.addresses` is reached
 */
export type AddressRefusal = {
  ok: false;
  why: "not_allowed" | "no_such_person" | "no_such_address" | "email_taken" | "in_use" | "only_confirmed" | "too_many";
};

/** `undo`: the form field that reverts the change; absent where the viewer can't restore the former state. */
type Changed = { ok: true; undo?: { name: "primary" | "email"; value: string } } | AddressRefusal;

/** Adds an address, as the primary one if there was none. A requester without an organization joins the one of its domain. */
export async function addAddress(db: Db, viewer: Viewer, id: number, email: string, now: number): Promise<Changed> {
  return changeAddresses({ db, viewer, id, now }, async (tx, person, actor) => {
    const owner = await ownerOf(tx, emailKeyOf(email));
    if (owner === id) return { ok: true };
    if (owner !== undefined) return { ok: false, why: "email_taken" };
    const row = { email, email_key: emailKeyOf(email), confirmed_at: autoConfirmsAddresses(actor) ? now : null };
    if (person.email === null) {
      await tx
        .updateTable("user")
        .set({ ...row, verified_at: null })
        .where("id", "=", id)
        .execute();
    } else {
      if ((await secondaryAddresses(tx, id)).length >= USER_LIMITS.addresses) return { ok: false, why: "too_many" };
      await tx
        .insertInto("user_address")
        .values({ ...row, user_id: id, created_at: now })
        .execute();
    }
    await tx
      .updateTable("user")
      .set({ organization_id: organizationOf({ email, role: person.role }) })
      .where("id", "=", id)
      .where("organization_id", "is", null)
      .execute();
    return { ok: true, logged: ["address_added", email] };
  });
}

/** Removes a secondary address; the primary one can only be replaced. */
export async function removeAddress(
  db: Db,
  viewer: Viewer,
  id: number,
  emailKey: string,
  now: number,
): Promise<Changed> {
  return changeAddresses({ db, viewer, id, now }, async (tx, _person, actor) => {
    const addresses = await listAddresses(tx, id);
    const opening = addresses.filter(({ isConfirmed }) => isConfirmed).map(({ key }) => key);
    if (opening.length === 1 && opening[0] === emailKey) return { ok: false, why: "only_confirmed" };
    const gone = await removeSecondaryAddress(tx, id, emailKey);
    if (!gone) return { ok: false, why: "no_such_address" };
    const isUndone = gone.verified_at === null && (gone.confirmed_at === null || autoConfirmsAddresses(actor));
    const undo = isUndone && { undo: { name: "email", value: gone.email } as const };
    return { ok: true, logged: ["address_removed", gone.email], ...undo };
  });
}

/** Makes a secondary address the primary one, which pages show and email goes to. */
export async function makePrimary(db: Db, viewer: Viewer, id: number, emailKey: string, now: number): Promise<Changed> {
  return changeAddresses({ db, viewer, id, now }, async (tx, person, actor) => {
    if (!mayReplacePrimary(actor, person) && !(await isVerifiedOrConfirmed(tx, emailKey)))
      return { ok: false, why: "in_use" };
    const chosen = await removeSecondaryAddress(tx, id, emailKey);
    if (!chosen) return { ok: false, why: "no_such_address" };
    const { verified_at, email } = chosen;
    await tx.updateTable("user").set(chosen).where("id", "=", id).execute();
    await endInvitationOf(tx, id);
    await addSecondaryAddress(tx, person, now);
    const mayBack = person.verified_at !== null || mayReplacePrimary(actor, { ...person, verified_at });
    const undo = mayBack && person.email_key && { undo: { name: "primary", value: person.email_key } as const };
    return { ok: true, logged: ["primary_address_changed", `${person.email ?? "none"} → ${email}`], ...undo };
  });
}

async function isVerifiedOrConfirmed(tx: Tx, emailKey: string): Promise<boolean> {
  const address = tx.selectFrom("user_address").select("user_id").where("email_key", "=", emailKey);
  const isSure = address.where((eb) => eb.or([eb("verified_at", "is not", null), eb("confirmed_at", "is not", null)]));
  return (await isSure.executeTakeFirst()) !== undefined;
}

/** An address an admin enters counts as confirmed; one from an agent doesn't. */
export const autoConfirmsAddresses = (actor: { role: Role }) => actor.role === "admin";

/** Confirms an address, so that it can sign in. For the person and for admins. */
export async function confirmAddress(
  db: Db,
  viewer: Viewer,
  id: number,
  emailKey: string,
  now: number,
): Promise<Changed> {
  return changeAddresses({ db, viewer, id, now, mayChange: mayConfirmAddresses }, async (tx) => {
    const address = (await listAddresses(tx, id)).find(({ key }) => key === emailKey);
    if (!address) return { ok: false, why: "no_such_address" };
    if (address.isConfirmed) return { ok: true };
    for (const table of ["user", "user_address"] as const) {
      await tx.updateTable(table).set({ confirmed_at: now }).where("email_key", "=", emailKey).execute();
    }
    return { ok: true, logged: ["address_confirmed", address.email] };
  });
}

/**
 * The primary address opens the account. Once verified or with a password, only admins may change it, except to a proven one.
 */
export const mayReplacePrimary = (actor: { role: Role }, { verified_at, password_hash }: InUse) =>
  actor.role === "admin" || (verified_at === null && password_hash === null);

type InUse = { verified_at: number | null; password_hash: string | null };

/** Signing in through the external provider proves that the address is theirs. */
export async function verifyAddress(db: Db, emailKey: string, now: number): Promise<void> {
  for (const table of ["user", "user_address"] as const) {
    await db
      .updateTable(table)
      .set({ verified_at: now })
      .where("email_key", "=", emailKey)
      .where("verified_at", "is", null)
      .execute();
  }
}

/** Following a link that was mailed there proves it, too, and confirms the address. */
export async function confirmByMail(tx: Tx, { userId, emailKey }: { userId: number; emailKey: string }, now: number) {
  await verifyAddress(tx, emailKey, now);
  let confirmed = false;
  for (const table of ["user", "user_address"] as const) {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ confirmed_at: now })
      .where("email_key", "=", emailKey)
      .where("confirmed_at", "is", null)
      .executeTakeFirst();
    confirmed ||= numUpdatedRows > 0n;
  }
  if (!confirmed) return;
  const address = (await listAddresses(tx, userId)).find(({ key }) => key === emailKey)?.email ?? emailKey;
  const details = { Address: address };
  await logSecurity(tx, { kind: "address_confirmed", actorId: userId, userId, details }, now);
}

type Asked = { db: Db; viewer: Viewer; id: number; now: number; mayChange?: typeof mayEditPerson };

/** Changes addresses, which `logged` tells the security log. Serialized: an address must be unique among all people. */
async function changeAddresses(
  { db, viewer, id, now, mayChange = mayEditPerson }: Asked,
  change: (
    tx: Tx,
    person: Person,
    actor: Person,
  ) => Promise<Changed & { logged?: [kind: SecurityKind, address: string] }>,
): Promise<Changed> {
  return inTransaction<Changed>(db, async (tx) => {
    const tasks = await tasksToReindex(tx, id); // lock order: tasks before people
    await lockAllUsers(tx);
    const { actor, person } = await peopleToChange(tx, viewer, id);
    if (!actor || !mayChange(actor, { id, role: "requester" })) return { ok: false, why: "not_allowed" };
    if (!person) return { ok: false, why: "no_such_person" };
    if (!mayChange(actor, person)) return { ok: false, why: "not_allowed" };
    const { logged, ...done } = await change(tx, person, actor);
    if (!done.ok) return done;
    if (logged) await logAddress(tx, viewer, id, ...logged, now);
    await updateUser(tx, id, {}, now);
    await refreshSearchKeys(tx, id);
    await reindexTasks(tx, tasks);
    return done;
  });
}

export const logAddress = (tx: Tx, viewer: Viewer, id: number, kind: SecurityKind, address: string, now: number) =>
  logSecurity(tx, { kind, actorId: viewer.id, userId: id, details: { Address: address } }, now);

/** The person and the viewer as they are now: a role lost since the request arrived doesn't count. */
export async function peopleToChange(tx: Tx, viewer: Viewer, id: number) {
  const people = await tx
    .selectFrom("user")
    .select(["id", "name", "email", "email_key", "role", "state", "verified_at", "confirmed_at", "password_hash"])
    .where("id", "in", [viewer.id, id])
    .where("state", "in", ["active", "disabled"])
    .execute();
  return { actor: people.find((each) => each.id === viewer.id), person: people.find((each) => each.id === id) };
}

type Person = NonNullable<Awaited<ReturnType<typeof peopleToChange>>["person"]>;

/** Removes a person's secondary address and returns it. */
export const removeSecondaryAddress = (tx: Tx, id: number, emailKey: string) =>
  tx
    .deleteFrom("user_address")
    .where("user_id", "=", id)
    .where("email_key", "=", emailKey)
    .returning(["email", "email_key", "verified_at", "confirmed_at"])
    .executeTakeFirst();

/** Keeps a former primary address, if there was one, as a secondary one. */
export async function addSecondaryAddress(tx: Tx, person: Person, now: number): Promise<void> {
  const { id, email, email_key, verified_at, confirmed_at } = person;
  if (email === null || email_key === null) return;
  await tx
    .insertInto("user_address")
    .values({ email, email_key, verified_at, confirmed_at, user_id: id, created_at: now })
    .execute();
}
