import { type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { hasServiceLevels } from "~/features/service-levels/list-clocks.server";
import { idsIn, wholeList } from "~/features/task-list/task-list.server";
import type { AccessScope } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { AT_RISK, AT_RISK_ROWS } from "./home-groups";
import { parseListUrl } from "./parse-list-url.server";

/** Tasks on the home page of which a clock is about to breach or has breached, soonest first: the beginning of their list. */
export async function listAtRisk(db: Db, viewer: Viewer, sights: readonly AccessScope[], now: number) {
  if (!(await hasServiceLevels(db))) return [];
  const { asked } = await parseListUrl(db, viewer, new URLSearchParams(AT_RISK), now);
  if (!asked.ok) throw new Error(`Invalid list: ${AT_RISK}`);
  // A query per level, each in the order of an index: together they would sort all tasks at risk.
  const read = (sight: AccessScope, level: "warning" | "breached") =>
    idsIn(db, viewer, asked, { ...wholeList(asked, sight), clock: "some" })
      .select(["task.title", sql<number>`clock_state.due_at`.as("due_at")])
      .where(sql<SqlBool>`clock_state.level = ${sql.lit(level)}`)
      .orderBy(sql`clock_state.due_at`)
      .orderBy(sql`clock_state.task_id`)
      .limit(AT_RISK_ROWS)
      .execute();
  const scopes = sights.filter(({ works }) => works);
  const found = (await Promise.all(scopes.flatMap((one) => [read(one, "breached"), read(one, "warning")]))).flat();
  return found
    .map(({ id, title, due_at }) => ({ id, title, dueAt: Number(due_at) }))
    .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)
    .slice(0, AT_RISK_ROWS);
}

export type TaskAtRisk = Awaited<ReturnType<typeof listAtRisk>>[number];
