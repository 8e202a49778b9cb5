import { sql } from "kysely";
import type { Db } from "~/db/types";
import { isAgent, type Role, type UserState, type Viewer } from "~/features/users/users";
import { hasAgentAccess } from "./task-policy";
import { visibleTo, workableBy } from "./task-policy.server";

/** What decides about somebody's access to one task; a row of `task` has it all. */
export type TaskOfTeam = { requester_id: number; assignee_id: number | null; confidential: 0 | 1; team_id: number };

type Somebody = { id: number; role: Role; state: UserState; member: 0 | 1 | number; open: 0 | 1 | number };

/** Whether somebody may act as an agent on this task; `member` and `open` are about its team. */
export function worksOn(
  { requester_id, assignee_id, confidential }: TaskOfTeam,
  { id, role, state, member, open }: Somebody,
): boolean {
  const team = { open: open === 1, members: member === 1 ? [id] : [] };
  const stands = { merged_into: null, put_away: null, organization_id: null, participants: [] };
  return hasAgentAccess({ id, role, state }, { requester_id, assignee_id, confidential, ...stands, team });
}

/** Whether somebody may become its assignee: with agent access through its team, not by being assignee already. */
export const mayTakeOn = ({ requester_id, confidential, team_id }: TaskOfTeam, person: Somebody) =>
  worksOn({ requester_id, confidential, team_id, assignee_id: null }, person);

/** People as `worksOn` needs to know them, with what they are to this team, for a query that goes on. */
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

/** Whether the viewer may know that there is a task of this number. */
export async function isVisible(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const task = db.selectFrom("task").select("id").where("id", "=", id).where(visibleTo(viewer));
  return (await task.executeTakeFirst()) !== undefined;
}

/** Whether the viewer has agent access to the task of this number: which of its two pages they were shown. */
export async function worksOnNumber(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  if (!isAgent(viewer)) return false;
  const task = db.selectFrom("task").select("id").where("id", "=", id).where(workableBy(viewer));
  return (await task.executeTakeFirst()) !== undefined;
}

/** Whether somebody leads the team of a task, as the column `leads` of a query on `task`. */
export const leadsItsTeam = ({ id }: Pick<Viewer, "id">) =>
  sql<0 | 1>`case when exists (
    select 1 from team_member where team_member.team_id = task.team_id and team_member.user_id = ${id} and team_member.lead = 1
  ) then 1 else 0 end`.as("leads");

/**
 * Whether a task is one that only some of the agents see, as the column `restricted` of a query on `task` and `team`: a
 * confidential one, or one of a team of members that does not have this person.
 */
export const isRestricted = ({ id }: Pick<Viewer, "id">) =>
  sql<0 | 1>`case when task.confidential = 1 or (team.visibility = 'members' and not exists (
    select 1 from team_member where team_member.team_id = task.team_id and team_member.user_id = ${id}
  )) then 1 else 0 end`.as("restricted");

/** The same of one task. */
export async function onlySomeSee(db: Db, viewer: Pick<Viewer, "id">, taskId: number): Promise<boolean> {
  const task = await db
    .selectFrom("task")
    .innerJoin("team", "team.id", "task.team_id")
    .select(isRestricted(viewer))
    .where("task.id", "=", taskId)
    .executeTakeFirst();
  return task?.restricted === 1;
}

/** Whether this person leads the team. */
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
