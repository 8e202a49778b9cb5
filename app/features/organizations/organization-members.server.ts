import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type Actor, changeRecords } from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { resolvePerson } from "~/features/users/person-picker.server";
import { mayEditPerson, mayManageOrganizations } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import * as say from "./organizations-copy";

type NotHere = { ok: false; why: "not_allowed" | "no_such_organization" };
type Wrong = { ok: false; why: "wrong"; message: string; meant: string[] };

/** `from`: the former organization; null for none. `isNew` false: was a member already. */
type AddToOrganization = { ok: true; name: string; from: string | null; isNew: boolean } | NotHere | Wrong;

/** Adds the person named by a text. A person has one organization; their existing tasks don't move. */
export async function addToOrganization(
  db: Db,
  viewer: Viewer,
  id: number,
  typed: string,
  now: number,
): Promise<AddToOrganization> {
  return changeOrganization<AddToOrganization>(db, viewer, id, async (tx, actor, organization) => {
    const found = await resolvePerson(tx, typed);
    if (!found.ok) return { ok: false, why: "wrong", message: found.message, meant: found.meant ?? [] };
    const { name } = found.person;
    if (!mayEditPerson(actor, found.person)) {
      return { ok: false, why: "wrong", message: say.onlyAdminsChangeOrganization(name), meant: [] };
    }
    const before = await tx
      .selectFrom("user")
      .leftJoin("organization", "organization.id", "user.organization_id")
      .select(["user.organization_id", "organization.name"])
      .where("user.id", "=", found.person.id)
      .executeTakeFirstOrThrow();
    if (before.organization_id === id) return { ok: true, name, from: null, isNew: false };
    await tx
      .updateTable("user")
      .set((eb) => ({ organization_id: id, org_manager: 0, updated_at: now, version: eb("version", "+", 1) }))
      .where("id", "=", found.person.id)
      .execute();
    const details = { Organization: before.name === null ? organization : `${before.name} → ${organization}` };
    await logSecurity(
      tx,
      { kind: "organization_member_added", actorId: viewer.id, userId: found.person.id, details },
      now,
    );
    return { ok: true, name, from: before.name, isNew: true };
  });
}

/** `back` and `back_as_manager` undo `remove`. */
export const MEMBER_CHANGES = ["manager", "member", "remove", "back", "back_as_manager"] as const;
export type ChangeOfMember = (typeof MEMBER_CHANGES)[number];
/** `undo`: the change that reverts this one; null for none. */
type ChangeOrganizationMember =
  | { ok: true; name: string; undo: ChangeOfMember | null }
  | NotHere
  | { ok: false; why: "no_member" };

const KINDS = {
  manager: "org_manager_made",
  member: "org_manager_ended",
  remove: "organization_member_removed",
  back: "organization_member_added",
  back_as_manager: "organization_member_added",
} as const;

/** Makes a member a manager or a plain member, removes them, or adds them back unless they belong elsewhere. Idempotent. */
export async function changeOrganizationMember(
  db: Db,
  viewer: Viewer,
  { id, userId, change }: { id: number; userId: number; change: ChangeOfMember },
  now: number,
): Promise<ChangeOrganizationMember> {
  return changeOrganization<ChangeOrganizationMember>(db, viewer, id, async (tx, actor, organization) => {
    const isBack = change === "back" || change === "back_as_manager";
    const member = await tx
      .selectFrom("user")
      .select(["id", "name", "role", "org_manager", "organization_id"])
      .where("id", "=", userId)
      .executeTakeFirst();
    const isHere = member?.organization_id === id;
    if (!member || !(isHere || (isBack && member.organization_id === null))) return { ok: false, why: "no_member" };
    if (!mayEditPerson(actor, member)) return { ok: false, why: "not_allowed" };
    const { name, org_manager: before } = member;
    const manager = change === "manager" || change === "back_as_manager" ? 1 : 0;
    const isSoAlready = isHere && (isBack || (change !== "remove" && before === manager));
    if (isSoAlready) return { ok: true, name, undo: null };
    await tx
      .updateTable("user")
      .set((eb) => ({
        ...(change === "remove" && { organization_id: null }),
        ...(isBack && { organization_id: id }),
        ...{ org_manager: manager, updated_at: now, version: eb("version", "+", 1) },
      }))
      .where("id", "=", userId)
      .execute();
    const details = { Organization: organization };
    await logSecurity(tx, { kind: KINDS[change], actorId: viewer.id, userId, details }, now);
    if (isBack) return { ok: true, name, undo: null };
    if (change === "remove") return { ok: true, name, undo: before === 1 ? "back_as_manager" : "back" };
    return { ok: true, name, undo: change === "manager" ? "member" : "manager" };
  });
}

/** Runs `work` for an agent if the organization exists, with its name. */
const changeOrganization = <T>(
  db: Db,
  viewer: Viewer,
  id: number,
  work: (tx: Tx, actor: Actor, organization: string) => Promise<T>,
) =>
  changeRecords<T | NotHere>(db, viewer, { may: mayManageOrganizations }, async (tx, actor) => {
    const row = await tx.selectFrom("organization").select("name").where("id", "=", id).executeTakeFirst();
    return row ? work(tx, actor, row.name) : { ok: false, why: "no_such_organization" };
  });
