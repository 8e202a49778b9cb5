import { type RawBuilder, sql } from "kysely";
import { engineOf, isAmong } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import { type Tx, unhurried } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { deskZone } from "~/lib/desk-zone.server";
import { type CountedTask, eachItem } from "./counted-task";
import { rebuildOpenTimes } from "./open-times.server";
import { readTasks } from "./read-tasks.server";
import { periodsOf } from "./report-days";
import { bucketOf, type Dimension, type Measure } from "./reports";

/** How often changed tasks are counted. Until then, reports count them on the fly. */
export const COUNT_EVERY_MS = 30_000;

/** Tasks per transaction: on SQLite it blocks other writers. */
const AT_ONCE = 100;

/**
 * The job `count_tasks`: recounts changed tasks, after an upgrade all tasks. False once there are none. If the desk's
 * time zone changes, recounts all tasks.
 */
export async function countTasks(tx: Tx, _now: number): Promise<boolean> {
  const [state] = await forUpdate(tx, tx.selectFrom("report_state").select("zone")).execute();
  if (state?.zone !== deskZone()) {
    await unhurried(tx, () => beginAgain(tx));
    return true;
  }
  const changes = await tx
    .selectFrom("report_change")
    .select("task_id")
    .orderBy("id")
    .limit(AT_ONCE * 5)
    .execute();
  const ids = [...new Set(changes.map(({ task_id }) => task_id))].slice(0, AT_ONCE);
  if (ids.length === 0) return false;
  // Delete before reading the tasks, so a change that commits later stays queued.
  await tx
    .deleteFrom("report_change")
    .where(isAmong(tx, "task_id", ids))
    .execute();
  const before = await countedTasks(tx, ids);
  await rebuildOpenTimes(
    tx,
    ids.filter((id) => !before.has(id)),
  );
  await replaceCounts(tx, before, await readTasks(tx, ids));
  return true;
}

async function beginAgain(tx: Tx) {
  for (const table of ["report_count", "report_task", "report_change"] as const) await tx.deleteFrom(table).execute();
  await sql`insert into report_change (task_id) select id from task order by id`.execute(tx);
  await tx.updateTable("report_state").set({ zone: deskZone() }).execute();
}

/** The last counted state of tasks. */
export async function countedTasks(db: Db, ids: readonly number[]): Promise<Map<number, CountedTask>> {
  const rows = await db
    .selectFrom("report_task")
    .selectAll()
    .where(isAmong(db, "task_id", ids))
    .execute();
  return new Map(rows.map(({ task_id, facts }) => [task_id, JSON.parse(facts) as CountedTask]));
}

type Row = [dimension: Dimension, period: string, item: string, team: number, confidential: 0 | 1, measure: string];

async function replaceCounts(
  tx: Tx,
  before: ReadonlyMap<number, CountedTask>,
  after: ReadonlyMap<number, CountedTask>,
): Promise<void> {
  const counts = new Map<string, number>();
  const zone = deskZone();
  const add = (task: CountedTask, by: 1 | -1) =>
    eachItem(task, (fact, dimension, item) => {
      for (const period of periodsOf(fact.at, zone))
        for (const measure of storedMeasures(fact)) {
          const row: Row = [dimension, period, item, task.team, task.confidential, measure];
          const key = JSON.stringify(row);
          counts.set(key, (counts.get(key) ?? 0) + by);
        }
    });
  for (const task of before.values()) add(task, -1);
  for (const task of after.values()) add(task, 1);
  const rows = [...counts].filter(([, n]) => n !== 0).map(([key, n]) => [...(JSON.parse(key) as Row), n]);
  await addRows(tx, rows);
  const tasks = [...after].map(([task_id, task]) => ({ task_id, facts: JSON.stringify(task) }));
  if (tasks.length === 0) return;
  await tx
    .insertInto("report_task")
    .values(tasks)
    .onConflict((conflict) => conflict.column("task_id").doUpdateSet((eb) => ({ facts: eb.ref("excluded.facts") })))
    .execute();
}

/** Durations are counted by bucket too: `answered/65`. */
function storedMeasures({ measure, minutes }: { measure: Measure; minutes?: number }): string[] {
  return minutes === undefined ? [measure] : [measure, `${measure}/${bucketOf(minutes)}`];
}

/** One parameter for all rows, because engines limit their number. In order, so that two jobs can't deadlock. */
async function addRows(tx: Tx, rows: readonly (string | number)[][]): Promise<void> {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows);
  const cell = (place: number): RawBuilder<unknown> => {
    if (engineOf(tx) === "sqlite") return sql`json_extract(value, ${sql.lit(`$[${place}]`)})`;
    const text = sql`(value ->> ${sql.lit(place)})`;
    return place === 3 || place === 4 || place === 6 ? sql`${text}::int` : text;
  };
  const each = engineOf(tx) === "sqlite" ? sql`json_each(${json})` : sql`jsonb_array_elements(${json}::jsonb) as value`;
  await sql`insert into report_count (dimension, period, item, team_id, confidential, measure, n)
    select ${sql.join([0, 1, 2, 3, 4, 5, 6].map(cell))} from ${each} where 1 = 1
    on conflict (dimension, period, item, team_id, confidential, measure)
    do update set n = report_count.n + excluded.n`.execute(tx);
}
