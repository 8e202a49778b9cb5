import { sql } from "kysely";
import type { Db } from "~/db/types";
import { isAgent, type Role, type UserState, type Viewer } from "~/features/users/users";
import { hasAgentAccess } from "./task-policy";
import { visibleTo, workableBy } from "./task-policy.server";

/** The columns that decide access to a task. */
export type TaskOfTeam = { requester_id: number; assignee_id: number | null; confidential: 0 | 1; team_id: number };

type AccessCandidate = { id: number; role: Role; state: UserState; member: 0 | 1 | number; open: 0 | 1 | number };

/** Whether a person has agent access to this task. `member` and `open` describe its team. */
export function worksOn(
  { requester_id, assignee_id, confidential }: TaskOfTeam,
  { id, role, state, member, open }: AccessCandidate,
): boolean {
  const team = { open: open === 1, members: member === 1 ? [id] : [] };
  const stands = { merged_into: null, put_away: null, organization_id: null, participants: [] };
  return hasAgentAccess({ id, role, state }, { requester_id, assignee_id, confidential, ...stands, team });
}

/** Whether a person may be assigned: they need agent access without already being the assignee. */
export const canBeAssigned = ({ requester_id, confidential, team_id }: TaskOfTeam, person: AccessCandidate) =>
  worksOn({ requester_id, confidential, team_id, assignee_id: null }, person);

/** Base query for people, with the columns `worksOn` needs about this team. */
export const peopleOfTeam = (db: Db, teamId: number) =>
  db
    .selectFrom("user")
    .leftJoin("team_member", (join) =>
      join.onRef("team_member.user_id", "=", "user.id").on("team_member.team_id", "=", teamId),
    )
    .select(["user.id", "user.name", "user.email", "user.role", "user.state"])
    .leftJoin("team", (join) => join.on("team.id", "=", teamId))
    .select((eb) => eb.case().when("team_member.user_id", "is", null).then(0).else(1).end().as("member"))
    .select((eb) => eb.case().when("team.visibility", "=", "members").then(0).else(1).end().as("open"));

/** Whether the viewer may know the task exists. */
export async function isVisible(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const task = db.selectFrom("task").select("id").where("id", "=", id).where(visibleTo(viewer));
  return (await task.executeTakeFirst()) !== undefined;
}

/** Whether the viewer has agent access to the task, which decides which of its two pages they get. */
export async function worksOnNumber(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  if (!isAgent(viewer)) return false;
  const task = db.selectFrom("task").select("id").where("id", "=", id).where(workableBy(viewer));
  return (await task.executeTakeFirst()) !== undefined;
}

/** Column `leads`, for queries on `task`: whether the person leads the task's team. */
export const leadsItsTeam = ({ id }: Pick<Viewer, "id">) =>
  sql<0 | 1>`case when exists (
    select 1 from team_member where team_member.team_id = task.team_id and team_member.user_id = ${id} and team_member.lead = 1
  ) then 1 else 0 end`.as("leads");

/**
 * Column `restricted`, for queries on `task` and `team`: whether only some agents see the task. True for confidential
 * tasks, and for those of a members-only team without this person.
 */
export const isRestricted = ({ id }: Pick<Viewer, "id">) =>
  sql<0 | 1>`case when task.confidential = 1 or (team.visibility = 'members' and not exists (
    select 1 from team_member where team_member.team_id = task.team_id and team_member.user_id = ${id}
  )) then 1 else 0 end`.as("restricted");

export async function onlySomeSee(db: Db, viewer: Pick<Viewer, "id">, taskId: number): Promise<boolean> {
  const task = await db
    .selectFrom("task")
    .innerJoin("team", "team.id", "task.team_id")
    .select(isRestricted(viewer))
    .where("task.id", "=", taskId)
    .executeTakeFirst();
  return task?.restricted === 1;
}

export async function leadsTeam(db: Db, userId: number, teamId: number): Promise<boolean> {
  const lead = await db
    .selectFrom("team_member")
    .select("user_id")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .where("lead", "=", 1)
    .executeTakeFirst();
  return lead !== undefined;
}
