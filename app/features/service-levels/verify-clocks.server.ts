import { isDeepStrictEqual } from "node:util";
import { isAmong } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { ClockFact } from "./clock-facts";
import { addFacts, clocksAt, NO_HISTORY, type ShownClock } from "./clock-rules";
import { readClocks } from "./clock-store.server";
import { CLOCK_COLUMNS, changesBetween, knownFrom } from "./known-task";
import { SELECTION_JOB } from "./policies-changed.server";
import { type DeskServiceLevels, loadServiceLevels } from "./service-levels-data.server";

/** A difference between a task's stored clocks and those recomputed from its history. */
export type ClockDifference = { taskId: number; what: string; stored: string; recomputed: string };

/** The facts of these tasks, in the order they were recorded, by task. */
export async function readFactsOf(db: Db, taskIds: readonly number[]): Promise<Map<number, ClockFact[]>> {
  const rows = await db
    .selectFrom("clock_fact")
    .select(["task_id", "at", "kind", "value"])
    .where(isAmong(db, "task_id", taskIds))
    .orderBy("task_id")
    .orderBy("seq")
    .execute();
  const facts = new Map<number, ClockFact[]>();
  for (const { task_id, at, kind, value } of rows) {
    const fact = { kind, at, ...JSON.parse(value) } as ClockFact;
    facts.set(task_id, [...(facts.get(task_id) ?? []), fact]);
  }
  return facts;
}

const BATCH = 200;

/** Recomputes the clocks of all tasks, or of those from `from` on, at most `most`, and yields every difference. */
export async function* verifyClocks(
  db: Db,
  now: number,
  { from = 0, most = Number.POSITIVE_INFINITY }: { from?: number; most?: number } = {},
): AsyncGenerator<{ tasks: number; differences: ClockDifference[] }> {
  const desk = await loadServiceLevels(db);
  let left = most;
  for (let next = from; desk && left > 0; ) {
    const rows = await db
      .selectFrom("clock_state")
      .select("task_id")
      .where("task_id", ">=", next)
      .orderBy("task_id")
      .limit(Math.min(BATCH, left))
      .execute();
    const ids = rows.map(({ task_id }) => task_id);
    const last = ids.at(-1);
    if (last === undefined) return;
    const differences = await inSnapshot(db, (tx) => differencesOf(tx, desk, ids, now));
    yield { tasks: ids.length, differences };
    left -= ids.length;
    next = last + 1;
  }
}

/** Reads a batch from one snapshot, so no change interferes. */
const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel("repeatable read").execute(work);

async function differencesOf(tx: Tx, desk: DeskServiceLevels, ids: readonly number[], now: number) {
  const stored = await readClocks(tx, ids);
  const facts = await readFactsOf(tx, ids);
  const tasks = await tx
    .selectFrom("task")
    .select(CLOCK_COLUMNS)
    .where(isAmong(tx, "id", ids))
    .execute();
  const clockRows = await tx
    .selectFrom("clock")
    .selectAll()
    .where(isAmong(tx, "task_id", ids))
    .execute();
  const selecting = await isSelecting(tx);
  const differences: ClockDifference[] = [];
  for (const task of tasks) {
    const { id: taskId } = task;
    const state = stored.get(taskId);
    if (!state) continue;
    const tell = (what: string, before: unknown, after: unknown) => {
      if (isDeepStrictEqual(before, after)) return;
      differences.push({ taskId, what, stored: JSON.stringify(before), recomputed: JSON.stringify(after) });
    };
    tell("facts", changesBetween(state.known, knownFrom(task, state.known.policy), now), []);
    const history = addFacts(NO_HISTORY, facts.get(taskId) ?? [], desk.levels);
    const recomputed = clocksAt(history, now, desk.levels);
    tell("state", clocksAt(state.history, now, desk.levels), recomputed);
    const rows = clockRows.filter((row) => row.task_id === taskId);
    if (!selecting) tell("clocks", rows.map(lasting).sort(), recomputed.map(lastingOf).sort());
  }
  return differences;
}

/** Tasks verified every night. */
const SAMPLE = 500;

/** Verifies a random sample of tasks and returns the differences. Tasks that differ are locked and compared again. */
export async function verifySample(tx: Tx, now: number, random = Math.random()): Promise<ClockDifference[]> {
  const desk = await loadServiceLevels(tx);
  if (!desk) return [];
  const { last } = await tx
    .selectFrom("clock_state")
    .select(({ fn }) => fn.max("task_id").as("last"))
    .executeTakeFirstOrThrow();
  const sample = await tx
    .selectFrom("clock_state")
    .select("task_id")
    .where("task_id", ">=", Math.max(0, Math.floor(random * Number(last ?? 0)) - SAMPLE / 2))
    .orderBy("task_id")
    .limit(SAMPLE)
    .execute();
  const ids = sample.map(({ task_id }) => task_id);
  const found = await differencesOf(tx, desk, ids, now);
  const differing = [...new Set(found.map(({ taskId }) => taskId))];
  if (differing.length === 0) return [];
  const tasks = tx
    .selectFrom("task")
    .select("id")
    .where(isAmong(tx, "id", differing))
    .orderBy("id");
  await forUpdate(tx, tasks).execute();
  return differencesOf(tx, desk, differing, now);
}

/** Whether a policy change is still being applied: tasks may then have their old targets. */
const isSelecting = async (tx: Tx) =>
  (await tx.selectFrom("job").select("id").where("key", "=", SELECTION_JOB).executeTakeFirst()) !== undefined;

/**
 * The columns to compare: without those that depend on time, because warnings and breaches are recorded up to a minute
 * late.
 */
const lasting = (row: { metric: string; target: number; started_at: number; met_at: number | null }) =>
  [row.metric, row.target, row.started_at, row.met_at].join(" ");

const lastingOf = ({ metric, target, startedAt, metAt }: ShownClock) => [metric, target, startedAt, metAt].join(" ");
