import { isAmong } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { ClockFact } from "./clock-facts";
import {
  addFacts,
  type ClockHistory,
  clocksAt,
  currentClocks,
  NO_HISTORY,
  type ShownClock,
  serviceLevelOf,
} from "./clock-rules";
import type { KnownTask } from "./known-task";
import type { Metric } from "./service-levels";
import type { DeskServiceLevels } from "./service-levels-data.server";

/** A task's stored clocks. `facts`: how many facts they include. */
export type StoredClocks = { history: ClockHistory; known: KnownTask; facts: number };

const parsed = ({ state, facts }: { state: string; facts: number }): StoredClocks => ({ ...JSON.parse(state), facts });

/** The stored clocks of these tasks, by task. */
export async function readClocks(db: Db, taskIds: readonly number[]): Promise<Map<number, StoredClocks>> {
  const rows = await statesOf(db, taskIds).execute();
  return new Map(rows.map((row) => [row.task_id, parsed(row)]));
}

/** Like `readClocks`, but locks the tasks first, in order. */
export async function lockClocks(tx: Tx, taskIds: readonly number[]): Promise<Map<number, StoredClocks>> {
  const rows = await forUpdate(tx, statesOf(tx, taskIds)).execute();
  return new Map(rows.map((row) => [row.task_id, parsed(row)]));
}

const statesOf = (db: Db, taskIds: readonly number[]) =>
  db
    .selectFrom("clock_state")
    .select(["task_id", "state", "facts"])
    .where(isAmong(db, "task_id", taskIds))
    .orderBy("task_id");

type Addition = {
  /** Null for a task that has no clocks yet. */
  before: StoredClocks | null;
  facts: readonly ClockFact[];
  known: KnownTask;
  /** Suppresses notifications for past warnings and breaches, such as imported ones. */
  silently?: boolean;
};

/** Adds facts to a task's clocks and stores the result. */
export async function addToClocks(
  tx: Tx,
  taskId: number,
  { before, facts, known, silently = false }: Addition,
  desk: DeskServiceLevels,
  now: number,
): Promise<void> {
  const seq = before?.facts ?? 0;
  if (facts.length > 0) {
    const rows = facts.map(({ at, kind, ...value }, place) => ({
      ...{ task_id: taskId, seq: seq + place, at, kind },
      value: JSON.stringify(value),
    }));
    await tx.insertInto("clock_fact").values(rows).execute();
  }
  const history = addFacts(before?.history ?? NO_HISTORY, facts, desk.levels);
  await storeClocks(tx, taskId, { history, known, facts: seq + facts.length }, desk, now, { silently });
}

/** A warning or breach to notify people of. */
export type ClockNews = { metric: Metric; kind: "warning" | "breach" };

/**
 * Stores a task's clocks as of `now`, and when to check them next.
 *
 * silently  past warnings and breaches count as notified
 * tells     the caller notifies people: returns what to notify them of
 */
export async function storeClocks(
  tx: Tx,
  taskId: number,
  { history, known, facts }: StoredClocks,
  { levels }: DeskServiceLevels,
  now: number,
  { silently = false, tells = false } = {},
): Promise<ClockNews[]> {
  const clocks = clocksAt(history, now, levels);
  const stored = await tx.selectFrom("clock").selectAll().where("task_id", "=", taskId).execute();
  const current = new Set(currentClocks(clocks));
  const news: ClockNews[] = [];
  const counts = { first: 0, next: 0, resolution: 0 };
  const rows = clocks.map((clock) => {
    const { metric } = clock;
    const ordinal = counts[metric]++;
    const row = stored.find((one) => one.metric === metric && one.ordinal === ordinal);
    const told = { warning: row?.told_warning ?? null, breach: row?.told_breach ?? null };
    const isBreachNew = clock.breachedAt !== null && told.breach === null;
    const isWarningNew = clock.warning && told.warning !== clock.warnedAt;
    if (isBreachNew) news.push({ metric, kind: "breach" });
    else if (isWarningNew) news.push({ metric, kind: "warning" });
    if (tells || silently) {
      told.warning = isWarningNew ? clock.warnedAt : told.warning;
      told.breach = isBreachNew ? clock.breachedAt : told.breach;
    }
    return {
      ...{ task_id: taskId, ordinal, is_current: current.has(clock) ? (1 as const) : (0 as const) },
      ...rowOf(clock),
      // An ended clock keeps the policy it ended under.
      policy_id: (clock.endedAt === null ? known.policy : null) ?? row?.policy_id ?? known.policy,
      ...{ told_warning: told.warning, told_breach: told.breach },
    };
  });
  if (rows.length > 0) {
    await tx
      .insertInto("clock")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["task_id", "metric", "ordinal"]).doUpdateSet((eb) => ({
          ...{ is_current: eb.ref("excluded.is_current"), state: eb.ref("excluded.state") },
          policy_id: eb.ref("excluded.policy_id"),
          ...{ target: eb.ref("excluded.target"), consumed: eb.ref("excluded.consumed") },
          ...{ started_at: eb.ref("excluded.started_at"), due_at: eb.ref("excluded.due_at") },
          ...{ warned_at: eb.ref("excluded.warned_at"), met_at: eb.ref("excluded.met_at") },
          ...{ breached_at: eb.ref("excluded.breached_at"), ended_at: eb.ref("excluded.ended_at") },
          ...{ retargeted: eb.ref("excluded.retargeted"), told_warning: eb.ref("excluded.told_warning") },
          told_breach: eb.ref("excluded.told_breach"),
        })),
      )
      .execute();
  }
  for (const { metric, ordinal } of stored) {
    if (ordinal < counts[metric]) continue;
    const row = tx.deleteFrom("clock").where("task_id", "=", taskId).where("metric", "=", metric);
    await row.where("ordinal", "=", ordinal).execute();
  }
  const state = {
    ...{ policy_id: known.policy, facts, state: JSON.stringify({ history, known }) },
    ...{ level: serviceLevelOf(clocks), due_at: dueOf(currentClocks(clocks)) },
    next_at: news.length > 0 && !tells && !silently ? now : nextAfter(clocks, now),
  };
  await tx
    .insertInto("clock_state")
    .values({ task_id: taskId, ...state })
    .onConflict((conflict) => conflict.column("task_id").doUpdateSet(state))
    .execute();
  return news;
}

const rowOf = (clock: ShownClock) => ({
  metric: clock.metric,
  state: clock.warning ? ("warning" as const) : clock.state,
  ...{ target: clock.target, consumed: clock.consumed, started_at: clock.startedAt, due_at: clock.dueAt },
  ...{ warned_at: clock.warnedAt, met_at: clock.metAt, breached_at: clock.breachedAt, ended_at: clock.endedAt },
  retargeted: clock.retargeted ? (1 as const) : (0 as const),
});

const dueOf = (clocks: readonly ShownClock[]) =>
  clocks.reduce<number | null>((least, { dueAt }) => (dueAt === null ? least : Math.min(least ?? dueAt, dueAt)), null);

/** The next warning or breach. One delayed by a held reply is rescheduled by the fact that ends the reply's window. */
function nextAfter(clocks: readonly ShownClock[], now: number): number | null {
  const times = clocks.flatMap(({ state, warnAt, dueAt }) => (state === "running" ? [warnAt, dueAt] : []));
  const ahead = times.flatMap((time) => (time !== null && time > now ? time : []));
  return ahead.length > 0 ? Math.min(...ahead) : null;
}

/** Deletes all clock data of permanently deleted tasks. */
export async function deleteClocks(tx: Tx, taskIds: readonly number[]): Promise<void> {
  for (const table of ["clock", "clock_state", "clock_fact"] as const) {
    await tx
      .deleteFrom(table)
      .where(isAmong(tx, "task_id", taskIds))
      .execute();
  }
}
