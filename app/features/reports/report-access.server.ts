import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { hasAgentAccess } from "~/features/tasks/task-policy";
import type { Viewer } from "~/features/users/users";
import type { CountedTask } from "./counted-task";

type Place = Pick<CountedTask, "team" | "confidential">;

/**
 * The tasks a viewer's reports count: those with agent access. Daily counts record a task's team and whether it's
 * confidential, so tasks that are accessible only by assignment are counted separately.
 *
 * counts      whether the counts of these tasks include the viewer's
 * works       whether the viewer works on the task
 * ofCounts    the condition on `report_count`
 * notCounted  the condition on `task` for tasks that aren't in those counts
 */
export type ReportAccess = {
  counts: (place: Place) => boolean;
  works: (task: CountedTask) => boolean;
  ofCounts: RawBuilder<SqlBool>;
  notCounted: RawBuilder<SqlBool> | null;
};

export async function reportAccess(db: Db, viewer: Viewer): Promise<ReportAccess> {
  const teams = await db
    .selectFrom("team")
    .leftJoin("team_member", (join) =>
      join.onRef("team_member.team_id", "=", "team.id").on("team_member.user_id", "=", viewer.id),
    )
    .select(["team.id", "team.visibility", "team_member.user_id as member"])
    .execute();
  const byId = new Map(teams.map((team) => [team.id, team]));
  const asks = ({ team, confidential }: Place, assignee: number | null) => {
    const known = byId.get(team);
    return hasAgentAccess(viewer, {
      ...{ requester_id: 0, assignee_id: assignee, confidential, merged_into: null, put_away: null },
      ...{ organization_id: null, participants: [] },
      team: { open: known?.visibility !== "members", members: known?.member ? [known.member] : [] },
    });
  };
  const counts = (place: Place) => asks(place, null);
  const [open, secret] = ([0, 1] as const).map((confidential) =>
    teams.flatMap(({ id }) => (counts({ team: id, confidential }) ? id : [])),
  );
  const inCells = (prefix: string) =>
    sql<SqlBool>`((${sql.ref(`${prefix}.confidential`)} = 0 and ${isAmong(db, `${prefix}.team_id`, open ?? [])})
      or (${sql.ref(`${prefix}.confidential`)} = 1 and ${isAmong(db, `${prefix}.team_id`, secret ?? [])}))`;
  const all = open?.length === teams.length && secret?.length === teams.length;
  return {
    counts,
    works: (task) => asks(task, task.assignee),
    ofCounts: all ? sql`1 = 1` : inCells("report_count"),
    notCounted: all ? null : sql`(task.assignee_id = ${viewer.id} and not ${inCells("task")})`,
  };
}
