import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { changeRecords, createOnce, type RecordConflict } from "~/features/records/change-records.server";
import { logSecurity, type NewSecurityEvent } from "~/features/security-log/security-log.server";
import { listAssignable } from "~/features/users/person-picker.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { changeDetails, mergeRecord } from "~/lib/merge-field";
import { addMembers } from "./team-members.server";
import { asColumns, asFields, COLUMNS } from "./team-read.server";
import { TEAM_FIELDS, TEAM_LABELS, TEAM_LIMITS, type TeamFields, teamValue } from "./teams";

/**
 * name_taken     another team has this name, ignoring case
 * too_many       `TEAM_LIMITS.teams` is reached
 * default_stays  there is always a default team: make another one the default instead
 */
export type TeamRefusal = {
  ok: false;
  why: "not_allowed" | "no_such_team" | "name_taken" | "too_many" | "default_stays";
};

/** Agents who can no longer see the team's tasks: the first names, and how many. */
type LostAccess = { names: string[]; count: number };

type CreateTeam = { ok: true; id: number } | TeamRefusal;

/** Creates at most one team per `requestKey`. */
export async function createTeam(
  db: Db,
  viewer: Viewer,
  { requestKey, ...fields }: TeamFields & { requestKey: string },
  now: number,
): Promise<CreateTeam> {
  return changeTeams(db, viewer, async (tx) => {
    return createOnce(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      if (await isTaken(tx, fields.name)) return refusal("name_taken");
      if (await isFull(tx)) return refusal("too_many");
      const { id } = await tx
        .insertInto("team")
        .values({ ...asColumns(fields), is_default: 0 })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (fields.isDefault) await makeDefault(tx, id);
      await logTeamEvent(tx, viewer, { kind: "team_created", teamId: id, details: { Name: fields.name } }, now);
      return id;
    });
  });
}

/** Creates a team with members, who must be active agents or admins: others are left out. */
export async function createTeamWithMembers(
  db: Db,
  viewer: Viewer,
  { members, ...team }: TeamFields & { requestKey: string; members: readonly number[] },
  now: number,
): Promise<CreateTeam> {
  return changeTeams<CreateTeam>(db, viewer, async (tx) => {
    const made = await createTeam(tx, viewer, team, now);
    if (!made.ok) return made;
    const people = (await listAssignable(tx)).filter(({ id }) => members.includes(id)).map(({ id }) => id);
    await addMembers(tx, viewer, made.id, people, now);
    return made;
  });
}

const refusal = (why: TeamRefusal["why"]): TeamRefusal => ({ ok: false, why });

type EditTeam = { ok: true; shutOut: LostAccess | null } | TeamRefusal | RecordConflict<TeamFields>;

/**
 * Merges the form with concurrent changes, field by field. `shutOut`: people who lose access to the tasks when a team
 * becomes members-only. Assignees keep access to theirs.
 */
export async function editTeam(
  db: Db,
  viewer: Viewer,
  id: number,
  { was, mine }: { was: TeamFields; mine: TeamFields },
  now: number,
): Promise<EditTeam> {
  return changeTeams(db, viewer, async (tx) => {
    const row = await tx.selectFrom("team").select(COLUMNS).where("id", "=", id).executeTakeFirst();
    if (!row) return { ok: false, why: "no_such_team" };
    const current = asFields(row);
    const { value, conflicts, changed } = mergeRecord(TEAM_FIELDS, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    if (changed.length === 0) return { ok: true, shutOut: null };

    if (changed.includes("name") && (await isTaken(tx, value.name, id))) return { ok: false, why: "name_taken" };
    if (current.isDefault && !value.isDefault) return { ok: false, why: "default_stays" };
    await tx
      .updateTable("team")
      .set((eb) => ({ ...asColumns(value), version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    if (changed.includes("isDefault")) await makeDefault(tx, id);
    const inWords = (field: keyof TeamFields) => ({ from: teamValue(field, current), to: teamValue(field, value) });
    const details = changeDetails(changed, TEAM_LABELS, inWords);
    await logTeamEvent(tx, viewer, { kind: "team_changed", teamId: id, details }, now);
    const narrows = changed.includes("visibility") && value.visibility === "members";
    return { ok: true, shutOut: narrows ? await agentsLosingAccess(tx, id) : null };
  });
}

type ArchiveTeam = { ok: true } | TeamRefusal;

/** Archives a team, which then keeps its tasks but takes no new ones, or restores it. */
export async function archiveTeam(
  db: Db,
  viewer: Viewer,
  id: number,
  archived: boolean,
  now: number,
): Promise<ArchiveTeam> {
  return changeTeams<ArchiveTeam>(db, viewer, async (tx) => {
    const team = await tx
      .selectFrom("team")
      .select(["is_default", "archived_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!team) return { ok: false, why: "no_such_team" };
    if (archived === (team.archived_at !== null)) return { ok: true };
    if (archived && team.is_default === 1) return { ok: false, why: "default_stays" };
    if (!archived && (await isFull(tx))) return { ok: false, why: "too_many" };
    await tx
      .updateTable("team")
      .set((eb) => ({ archived_at: archived ? now : null, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    await logTeamEvent(tx, viewer, { kind: archived ? "team_archived" : "team_restored", teamId: id }, now);
    return { ok: true };
  });
}

/** Serialized, because there is exactly one default team, and a limit. For admins. */
const changeTeams = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T | TeamRefusal> =>
  changeRecords(db, viewer, { may: maySetUpDesk, table: "team" }, work);

const logTeamEvent = (tx: Tx, { id }: Viewer, event: Omit<NewSecurityEvent, "actorId">, now: number) =>
  logSecurity(tx, { ...event, actorId: id }, now);

async function makeDefault(tx: Tx, id: number) {
  await tx.updateTable("team").set({ is_default: 0 }).where("id", "!=", id).where("is_default", "=", 1).execute();
  await tx.updateTable("team").set({ is_default: 1, archived_at: null }).where("id", "=", id).execute();
}

async function isTaken(tx: Tx, name: string, id = 0): Promise<boolean> {
  const teams = await tx.selectFrom("team").select("name").where("id", "!=", id).execute();
  return teams.some((team) => team.name.toLowerCase() === name.toLowerCase());
}

async function isFull(tx: Tx): Promise<boolean> {
  const teams = await tx.selectFrom("team").select("id").where("archived_at", "is", null).execute();
  return teams.length >= TEAM_LIMITS.teams;
}

const MOST_NAMED = 5;

/** Agents outside the team see its tasks only while it's open. Admins see them in any case. */
async function agentsLosingAccess(tx: Tx, teamId: number): Promise<LostAccess | null> {
  const members = tx.selectFrom("team_member").select("user_id").where("team_id", "=", teamId);
  const people = await tx
    .selectFrom("user")
    .select("name")
    .where("role", "=", "agent")
    .where("state", "=", "active")
    .where("id", "not in", members)
    .orderBy("name_key")
    .orderBy("id")
    .limit(1000)
    .execute();
  if (people.length === 0) return null;
  const names = people.slice(0, MOST_NAMED).map(({ name }) => name);
  return { names, count: people.length };
}
