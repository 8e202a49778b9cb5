import { type SqlBool, sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import { isAway } from "~/features/users/absence.server";
import type { NewEvent } from "./write-task-history.server";

type NextAssignee = { id: number; name: string };

export type AssignmentMode = "rotate" | "least_loaded";

/**
 * Picks the assignee for a task that arrives unassigned, and records their turn. Null when the team assigns manually or
 * no member has capacity. Concurrent tasks of a team wait for each other. `mode` overrides the team's own.
 */
export async function nextAssignee(
  tx: Tx,
  teamId: number,
  now: number,
  mode?: AssignmentMode,
): Promise<NextAssignee | null> {
  const team = await teamOfTurns(tx, teamId, mode !== undefined);
  if (!team) return null;
  const assignment = mode ?? team.assignment;
  const load = sql<number>`(select count(*) from task where task.assignee_id = "user".id and task.open = 1)`;
  let members = tx
    .selectFrom("team_member")
    .innerJoin("user", "user.id", "team_member.user_id")
    .select(["user.id", "user.name"])
    .where("team_member.team_id", "=", teamId)
    .where("user.role", "in", ["agent", "admin"])
    .where("user.state", "=", "active")
    .where("user.available", "=", 1)
    .where((eb) => eb.not(isAway(now)))
    .where(sql<SqlBool>`${load} < "user".capacity`);
  if (assignment === "least_loaded") members = members.orderBy(load);
  const next = await members
    .orderBy(sql`coalesce(team_member.assigned_at, 0)`) // least recently assigned first
    .orderBy("user.id")
    .limit(1)
    .executeTakeFirst();
  if (!next) return null;
  await recordTurn(tx, teamId, next.id, now);
  return next;
}

/** The team, if it assigns automatically or `anyway`. Locks it, so that assignments happen one at a time. */
const teamOfTurns = (tx: Tx, teamId: number, anyway: boolean) => {
  const team = tx
    .selectFrom("team")
    .select("assignment")
    .where("id", "=", teamId)
    .$if(!anyway, (query) => query.where("assignment", "!=", "manual"));
  return (engineOf(tx) === "postgres" ? team.forNoKeyUpdate() : team).executeTakeFirst();
};

/** Records the team's latest assignment. A manual assignment counts as a turn too. */
export async function recordTurn(tx: Tx, teamId: number, userId: number, now: number): Promise<void> {
  await tx
    .updateTable("team_member")
    .set({ assigned_at: now })
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .execute();
}

export function assignedBySystem(taskId: number, from: string | null, to: string | null, at: number): NewEvent {
  return { taskId, actorId: null, via: "system", kind: "changed", field: "assignee", from, to, at };
}
