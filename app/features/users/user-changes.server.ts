import { once } from "~/db/once-per-form.server";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import { mergeRecord } from "~/lib/merge-field";
import {
  addSecondaryAddress,
  autoConfirmsAddresses,
  logAddress,
  mayReplacePrimary,
  ownerOf,
  peopleToChange,
  refreshSearchKeys,
  removeSecondaryAddress,
  secondaryAddresses,
} from "./addresses.server";
import {
  endInvitationOf,
  endSessionsOf,
  joinDefaultTeam,
  leaveTeams,
  lockAllUsers,
  tasksToReindex,
  updateUser,
} from "./user-change-steps.server";
import { mayCreatePerson, mayEditPerson, mayManageAccounts, maySeePerson, maySetPassword } from "./user-policy";
import { createUser, logAccountCreated, type NewPerson } from "./user-queries.server";
import { emailKeyOf, personKeys } from "./user-search-keys.server";
import { ROLE_NAMES, type Role, USER_LIMITS, type UserState, type Viewer } from "./users";
import * as say from "./users-copy";

export type PersonFields = { name: string; email: string | null; role: Role };

/** `was`: the form as loaded; `mine`: as submitted. */
type PersonEdit = { was: PersonFields; mine: PersonFields };

/**
 * no_such_person  or one the viewer may not see
 * not_allowed     the viewer may see this person, but not do this
 * email_needed    a person who has an address must keep one
 * in_use          they sign in with this address, so an agent can't change it
 * too_many        the old address stays until the new one is confirmed, and the list is full
 * last_admin      no other active admin is left
 */
export type Refused = {
  ok: false;
  why: "no_such_person" | "not_allowed" | "email_taken" | "email_needed" | "in_use" | "too_many" | "last_admin";
};

/** Another user changed the same field to a different value: nothing is saved. */
export type EditConflict = { ok: false; why: "conflict"; fields: (keyof PersonFields)[]; current: PersonFields };

type EditPerson = { ok: true } | Refused | EditConflict;

/**
 * Edits name, address and role with a three-way merge: different changes to the same field are a conflict. Search finds the
 * new name or address at once.
 */
export const editPerson = (db: Db, viewer: Viewer, id: number, edit: PersonEdit, now: number): Promise<EditPerson> =>
  changePerson(db, viewer, id, edit, mayEditPerson, now);

/** Renames the viewer, which needs no permission. */
export function renameSelf(db: Db, viewer: Viewer, { was, mine }: { was: string; mine: string }, now: number) {
  const { id, email, role } = viewer; // unchanged by the form, so the merge keeps the current ones
  const edit = { was: { name: was, email, role }, mine: { name: mine, email, role } };
  return changePerson(db, viewer, id, edit, () => true, now);
}

async function changePerson(
  db: Db,
  viewer: Viewer,
  id: number,
  { was, mine }: PersonEdit,
  mayEdit: typeof mayEditPerson,
  now: number,
): Promise<EditPerson> {
  return inTransaction(db, async (tx) => {
    // Lock order as in task changes: tasks, then people. Avoids deadlocks.
    const renames = mine.name !== was.name || mine.email !== was.email;
    const tasks = renames ? await tasksToReindex(tx, id) : [];
    await lockAllUsers(tx);
    const met = await visiblePerson(tx, viewer, id);
    if (!met) return { ok: false, why: "no_such_person" };
    const { actor, person } = met;

    const current: PersonFields = { name: person.name, email: person.email, role: person.role };
    const merged = mergeRecord<PersonFields>(["name", "email", "role"], { was, mine, current });
    if (!mayEdit(actor, person)) return { ok: false, why: "not_allowed" };
    if (merged.value.role !== current.role && !mayManageAccounts(actor)) return { ok: false, why: "not_allowed" };
    if (merged.conflicts.length > 0) return { ok: false, why: "conflict", fields: merged.conflicts, current };

    const { name, email, role } = merged.value;
    if (email === null && current.email !== null) return { ok: false, why: "email_needed" };
    if (role !== "admin" && (await isLastAdmin(tx, person))) return { ok: false, why: "last_admin" };
    const typed = email === current.email ? null : email;
    const owner = typed === null ? undefined : await ownerOf(tx, emailKeyOf(typed));
    if (owner !== undefined && owner !== id) return { ok: false, why: "email_taken" };
    const moves = email !== null && emailKeyOf(email) !== emailKeyOf(current.email ?? "");
    if (moves && !mayReplacePrimary(actor, person)) return { ok: false, why: "in_use" };
    const renamed = name !== current.name || email !== current.email;
    if (!renamed && role === current.role) return { ok: true };

    const own = typed === null ? undefined : await removeSecondaryAddress(tx, id, emailKeyOf(typed)); // becomes the primary address
    const confirmedAt = own ? own.confirmed_at : autoConfirmsAddresses(actor) ? now : null;
    // They sign in with the old address until the new one is confirmed.
    const staying = moves && confirmedAt === null && person.confirmed_at !== null ? person : null;
    if (staying && (await secondaryAddresses(tx, id)).length >= USER_LIMITS.addresses) {
      return { ok: false, why: "too_many" };
    }
    const keys = { ...personKeys(name, email), ...(typed === null && { email_key: person.email_key }) };
    await updateUser(tx, id, { ...keys, role }, now);
    if (email !== null && email !== current.email) {
      if (moves) {
        const proof = { verified_at: own?.verified_at ?? null, confirmed_at: confirmedAt };
        await tx.updateTable("user").set(proof).where("id", "=", id).execute();
      }
      if (staying) await addSecondaryAddress(tx, staying, now);
      await logAddress(tx, viewer, id, "primary_address_changed", `${current.email ?? "none"} → ${email}`, now);
    }
    if (email !== current.email || role !== current.role) await endInvitationOf(tx, id);
    await refreshSearchKeys(tx, id);
    if (renamed) await reindexTasks(tx, tasks);
    if (role !== current.role) {
      const details = { Role: `${ROLE_NAMES[current.role]} → ${ROLE_NAMES[role]}` };
      await logSecurity(tx, { kind: "role_changed", actorId: viewer.id, userId: id, details }, now);
    }
    if (role === "requester") await leaveTeams(tx, id);
    else if (current.role === "requester") await joinDefaultTeam(tx, [id]);
    return { ok: true };
  });
}

type CreatePerson = { ok: true; id: number } | { ok: false; why: "not_allowed" | "email_taken" };

/** Creates at most one person per `requestKey`. */
export async function createPerson(
  db: Db,
  viewer: Viewer,
  { requestKey, ...person }: NewPerson & { email: string; requestKey: string },
  now: number,
): Promise<CreatePerson> {
  if (!mayCreatePerson(viewer, person.role)) return { ok: false, why: "not_allowed" };
  return inTransaction(db, async (tx) => {
    const made = await once(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      const created = await createUser(tx, person, now);
      if (!created.ok) return null;
      await logAccountCreated(tx, viewer.id, { ...person, id: created.id }, now);
      return created.id;
    });
    return made ? { ok: true, id: made.id } : { ok: false, why: "email_taken" };
  });
}

/** Disables an account and ends its sessions, or enables it again. Tasks keep their assignee. */
export async function setUserState(
  db: Db,
  viewer: Viewer,
  id: number,
  state: "active" | "disabled",
  now: number,
): Promise<{ ok: true } | Refused> {
  return inTransaction(db, async (tx) => {
    await lockAllUsers(tx);
    const met = await visiblePerson(tx, viewer, id);
    if (!met) return { ok: false, why: "no_such_person" };
    const { actor, person } = met;
    if (!mayManageAccounts(actor)) return { ok: false, why: "not_allowed" };
    if (state === "disabled" && (await isLastAdmin(tx, person))) return { ok: false, why: "last_admin" };
    if (state !== person.state) {
      await updateUser(tx, id, { state }, now);
      const kind = state === "disabled" ? "account_disabled" : "account_enabled";
      await logSecurity(tx, { kind, actorId: viewer.id, userId: id }, now);
    }
    // After the row update: a concurrent sign-in holds the row lock until its session is visible here.
    if (state === "disabled") {
      await endSessionsOf(tx, id);
      // Someone who has no password yet stays invited, so that enabling the account is a full undo. The link is refused meanwhile.
      const { password_hash } = await tx
        .selectFrom("user")
        .select("password_hash")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (password_hash !== null) await endInvitationOf(tx, id);
    }
    return { ok: true };
  });
}

/** Sets a password and ends the person's sessions. `keepSession` spares one, by the hash of its id. */
export async function setPassword(
  db: Db,
  viewer: Viewer,
  id: number,
  { passwordHash, keepSession = null }: { passwordHash: string; keepSession?: string | null },
  now: number,
): Promise<{ ok: true } | Refused> {
  return inTransaction(db, async (tx) => {
    const met = await visiblePerson(tx, viewer, id);
    if (!met) return { ok: false, why: "no_such_person" };
    const { actor, person } = met;
    if (!maySetPassword(actor, person)) return { ok: false, why: "not_allowed" };
    await writePassword(tx, id, passwordHash, now);
    await logSecurity(tx, { kind: "password_set", actorId: viewer.id, userId: id }, now);
    await endSessionsOf(tx, id, keepSession);
    return { ok: true };
  });
}

/**
 * Sets a password for `npm run password`. Needs no permission: anyone who can run it can change the database. Logged without
 * an actor, so that the account's owner is notified.
 */
export async function setPasswordByCommand(db: Db, id: number, passwordHash: string, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await writePassword(tx, id, passwordHash, now);
    const details = { Command: say.passwordCommand };
    await logSecurity(tx, { kind: "password_set", actorId: null, userId: id, details }, now);
    await endSessionsOf(tx, id);
  });
}

/** Also ends an open invitation. */
async function writePassword(tx: Tx, id: number, passwordHash: string, now: number): Promise<void> {
  await updateUser(tx, id, { password_hash: passwordHash }, now);
  await endInvitationOf(tx, id);
}

/** The person and the viewer as they are now; null for a person the viewer can't see. */
async function visiblePerson(tx: Tx, viewer: Viewer, id: number) {
  const { actor, person } = await peopleToChange(tx, viewer, id);
  return actor?.state === "active" && person && maySeePerson(actor, id) ? { actor, person } : null;
}

async function isLastAdmin(tx: Tx, person: { id: number; role: Role; state: UserState }): Promise<boolean> {
  if (person.role !== "admin" || person.state !== "active") return false;
  const another = await tx
    .selectFrom("user")
    .select("id")
    .where("role", "=", "admin")
    .where("state", "=", "active")
    .where("id", "!=", person.id)
    .limit(1)
    .executeTakeFirst();
  return another === undefined;
}
