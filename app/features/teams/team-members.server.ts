import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { changeRecords } from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { resolvePerson } from "~/features/users/person-picker.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";

type NotHere = { ok: false; why: "not_allowed" | "no_such_team" };
type Wrong = { ok: false; why: "wrong"; message: string; meant: string[] };

type AddMember = { ok: true; name: string; isNew: boolean } | NotHere | Wrong;

/** Adds the agent or admin a text means. */
export async function addMember(
  db: Db,
  viewer: Viewer,
  teamId: number,
  typed: string,
  now: number,
): Promise<AddMember> {
  return changeTeam<AddMember>(db, viewer, teamId, async (tx) => {
    const found = await resolvePerson(tx, typed, { among: "assignable" });
    if (!found.ok) return { ok: false, why: "wrong", message: found.message, meant: found.meant ?? [] };
    const { id, name } = found.person;
    return { ok: true, name, isNew: await insertMember(tx, viewer, { teamId, userId: id, lead: false }, now) };
  });
}

type ChangeMember = { ok: true; name: string } | NotHere | { ok: false; why: "no_member" };

export async function setLead(
  db: Db,
  viewer: Viewer,
  { teamId, userId, lead }: { teamId: number; userId: number; lead: boolean },
  now: number,
): Promise<ChangeMember> {
  return changeMember(db, viewer, { teamId, userId }, async (tx, member) => {
    if (member.lead === (lead ? 1 : 0)) return;
    await tx
      .updateTable("team_member")
      .set({ lead: lead ? 1 : 0 })
      .where("team_id", "=", teamId)
      .where("user_id", "=", userId)
      .execute();
    await logSecurity(
      tx,
      { kind: lead ? "team_lead_made" : "team_lead_ended", actorId: viewer.id, userId, teamId },
      now,
    );
  });
}

/** The team's tasks that a leaving member can no longer see; null for none. */
type Loses = "all" | "confidential" | null;
type RemoveMember = { ok: true; name: string; lead: boolean; loses: Loses } | Exclude<ChangeMember, { ok: true }>;

export async function removeMember(
  db: Db,
  viewer: Viewer,
  { teamId, userId }: { teamId: number; userId: number },
  now: number,
): Promise<RemoveMember> {
  let [wasLead, loses]: [boolean, Loses] = [false, null];
  const removed = await changeMember(db, viewer, { teamId, userId }, async (tx, { lead }) => {
    [wasLead, loses] = [lead === 1, await findLostAccess(tx, teamId, userId)];
    await tx.deleteFrom("team_member").where("team_id", "=", teamId).where("user_id", "=", userId).execute();
    await logSecurity(tx, { kind: "team_member_removed", actorId: viewer.id, userId, teamId }, now);
  });
  return removed.ok ? { ...removed, lead: wasLead, loses } : removed;
}

/** Undoes `removeMember`, lead or not. Refused for anyone who is no longer an active agent or admin. */
export async function restoreMember(
  db: Db,
  viewer: Viewer,
  { teamId, userId, lead }: { teamId: number; userId: number; lead: boolean },
  now: number,
): Promise<ChangeMember> {
  return changeTeam<ChangeMember>(db, viewer, teamId, async (tx) => {
    const worker = tx.selectFrom("user").select("name").where("id", "=", userId).where("role", "!=", "requester");
    const person = await worker.where("state", "=", "active").executeTakeFirst();
    if (!person) return { ok: false, why: "no_member" };
    await insertMember(tx, viewer, { teamId, userId, lead }, now);
    return { ok: true, name: person.name };
  });
}

/** Adds people to a team. The caller has checked that they may be members, and that the viewer may decide it. */
export async function addMembers(
  tx: Tx,
  viewer: Viewer,
  teamId: number,
  userIds: readonly number[],
  now: number,
): Promise<void> {
  for (const userId of userIds) await insertMember(tx, viewer, { teamId, userId, lead: false }, now);
}

/** Adds a member unless they are one already. Returns whether they were added. */
async function insertMember(
  tx: Tx,
  viewer: Viewer,
  { teamId, userId, lead }: { teamId: number; userId: number; lead: boolean },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("team_member")
    .values({ team_id: teamId, user_id: userId, lead: lead ? 1 : 0 })
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  await logSecurity(tx, { kind: "team_member_added", actorId: viewer.id, userId, teamId }, now);
  return true;
}

async function findLostAccess(db: Db, teamId: number, userId: number): Promise<Loses> {
  const member = await db
    .selectFrom("team_member")
    .innerJoin("user", "user.id", "team_member.user_id")
    .innerJoin("team", "team.id", "team_member.team_id")
    .select(["user.role", "team.visibility"])
    .where("team_member.team_id", "=", teamId)
    .where("team_member.user_id", "=", userId)
    .executeTakeFirst();
  if (member?.role !== "agent") return null;
  let tasks = db.selectFrom("task").select("id").where("team_id", "=", teamId).limit(1);
  if (member.visibility === "open") tasks = tasks.where("confidential", "=", 1);
  const one = tasks.where((eb) => eb.or([eb("assignee_id", "is", null), eb("assignee_id", "!=", userId)]));
  if ((await one.executeTakeFirst()) === undefined) return null;
  return member.visibility === "open" ? "confidential" : "all";
}

async function changeMember(
  db: Db,
  viewer: Viewer,
  { teamId, userId }: { teamId: number; userId: number },
  change: (tx: Tx, member: { lead: 0 | 1 }) => Promise<void>,
): Promise<ChangeMember> {
  return changeTeam<ChangeMember>(db, viewer, teamId, async (tx) => {
    const member = await tx
      .selectFrom("team_member")
      .innerJoin("user", "user.id", "team_member.user_id")
      .select(["user.name", "team_member.lead"])
      .where("team_member.team_id", "=", teamId)
      .where("team_member.user_id", "=", userId)
      .executeTakeFirst();
    if (!member) return { ok: false, why: "no_member" };
    await change(tx, member);
    return { ok: true, name: member.name };
  });
}

/** Runs `work` for an admin if the team exists. */
const changeTeam = <T>(db: Db, viewer: Viewer, teamId: number, work: (tx: Tx) => Promise<T>) =>
  changeRecords<T | NotHere>(db, viewer, { may: maySetUpDesk }, async (tx) => {
    const team = await tx.selectFrom("team").select("id").where("id", "=", teamId).executeTakeFirst();
    return team ? work(tx) : { ok: false, why: "no_such_team" };
  });
