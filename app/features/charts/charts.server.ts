import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { lastDays } from "~/features/search/query-calendar";
import { type AccessScope, accessScopesOf } from "~/features/tasks/task-policy.server";
import { zoneOf } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { AGES, CHART_DAYS } from "./chart-queries";

/**
 * Counts open tasks, and those opened or resolved in the last `CHART_DAYS` days. Skips tasks that were done earlier, however
 * many there are. Only tasks the viewer may see. A test checks that the queries in `chart-queries` list the same tasks.
 *
 * days  earliest first, ending today; `open`: how many were open when the day ended, see `openAfter`
 * ages  number of open tasks in each of `AGES`
 */
export async function readCharts(db: Db, viewer: Viewer, now: number) {
  const days = lastDays(CHART_DAYS, now, zoneOf(viewer));
  const starts = [...days.map(({ from }) => from), ...days.slice(-1).map(({ until }) => until)];
  const groups: Group[] = [];
  for (const sight of await accessScopesOf(db, viewer)) groups.push(...(await groupsOf(db, sight, starts, now)));

  const sum = (chosen: (group: Group) => boolean) => groups.filter(chosen).reduce((n, group) => n + group.n, 0);
  return {
    days: days.map(({ day }, at) => {
      const here = at + 1; // 0 is before the first day
      return {
        day,
        opened: sum(({ made }) => made === here),
        resolved: sum(({ resolved }) => resolved === here),
        open: sum(({ made, open, done }) => made <= here && (open === 1 || (done ?? 0) > here)),
      };
    }),
    ages: AGES.map((_, at) => sum(({ open, age }) => open === 1 && age === at)),
  };
}

export type ChartNumbers = Awaited<ReturnType<typeof readCharts>>;

/** Task count per day of creation, resolution and completion. Days count from 1, 0 is earlier; null for not yet. */
type Group = { open: 0 | 1; made: number; age: number; resolved: number | null; done: number | null; n: number };

async function groupsOf(db: Db, { rows }: AccessScope, starts: readonly number[], now: number): Promise<Group[]> {
  const start = starts[0] ?? now;
  // Unary plus keeps SQLite off the created_at index: it can't know how few tasks are this recent.
  const conditions = [
    sql<SqlBool>`task.open = 1`,
    sql<SqlBool>`task.open = 0 and task.created_at >= ${start}`,
    sql<SqlBool>`task.open = 0 and task.resolved_at >= ${start} and +task.created_at < ${start}`,
    sql<SqlBool>`task.open = 0 and task.closed_at >= ${start} and +task.created_at < ${start} and task.resolved_at is null`,
  ];
  const done = sql`coalesce(task.resolved_at, task.closed_at)`;
  const ages = AGES.flatMap(({ over }) => (over === null ? [] : [now - over * DAY_MS]));
  const counted = conditions.map(async (condition) => {
    const told = db
      .selectFrom("task")
      .select("task.open")
      .select([
        placeIn(starts, sql.ref("task.created_at")).as("made"),
        placeIn(ages, sql.ref("task.created_at")).as("age"),
        placeIn(starts, sql.ref("task.resolved_at")).as("resolved"),
        placeIn(starts, done).as("done"),
      ])
      .where(rows)
      .where(condition);
    const groups = await db
      .selectFrom(told.as("told"))
      .select(["open", "made", "age", "resolved", "done"])
      .select((eb) => eb.fn.countAll<number | string>().as("n"))
      .groupBy(["open", "made", "age", "resolved", "done"])
      .execute();
    return groups.map(({ n, made, age, ...group }) => ({ ...group, made: made ?? 0, age: age ?? 0, n: Number(n) }));
  });
  return (await Promise.all(counted)).flat();
}

/** SQL for how many of the ascending `times` are at or before `at`. */
const placeIn = (times: readonly number[], at: RawBuilder<unknown>): RawBuilder<number | null> => sql`case
  when ${at} is null then null
  ${sql.join(
    times.map((time, place) => sql`when ${at} < ${sql.lit(time)} then ${sql.lit(place)}`),
    sql` `,
  )}
  else ${sql.lit(times.length)} end`;
