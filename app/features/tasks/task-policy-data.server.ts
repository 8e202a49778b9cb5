import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";
import type { PolicyTask } from "./task-policy";

/** Loads what the in-memory rule (`task-policy`) needs, by task number, with each task's version. */
export async function policyTasks(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, PolicyTask & { version: number }>> {
  if (ids.length === 0) return new Map();
  const [rows, copies] = await Promise.all([
    db
      .selectFrom("task")
      .innerJoin("team", "team.id", "task.team_id")
      .select(["task.id", "task.requester_id", "task.assignee_id", "task.confidential", "task.merged_into"])
      .select(["task.put_away", "task.organization_id", "task.version", "task.team_id", "team.visibility"])
      .where(isAmong(db, "task.id", ids))
      .execute(),
    db
      .selectFrom("participant")
      .select(["task_id", "user_id"])
      .where(isAmong(db, "task_id", ids))
      .execute(),
  ]);
  const teams = [...new Set(rows.map(({ team_id }) => team_id))];
  const members =
    teams.length === 0
      ? []
      : await db
          .selectFrom("team_member")
          .select(["team_id", "user_id"])
          .where(isAmong(db, "team_id", teams))
          .execute();
  return new Map(
    rows.map(({ id, team_id, visibility, ...task }) => [
      id,
      {
        ...task,
        participants: copies.flatMap(({ task_id, user_id }) => (task_id === id ? [user_id] : [])),
        team: {
          open: visibility === "open",
          members: members.flatMap((member) => (member.team_id === team_id ? [member.user_id] : [])),
        },
      },
    ]),
  );
}
