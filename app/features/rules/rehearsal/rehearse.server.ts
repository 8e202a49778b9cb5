import { setImmediate } from "node:timers/promises";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { workableBy } from "~/features/tasks/task-policy.server";
import { deskZone } from "~/lib/desk-zone.server";
import { DAY_MS } from "~/lib/durations";
import { waitsFor } from "../changed-fields.server";
import { stepsOf } from "../do-actions.server";
import { meetsBefore, meetsCondition } from "../match-rule.server";
import { RULES_VIEW } from "../rule-actor.server";
import type { LoadedRule } from "../rules-data.server";
import { isQuietForRules } from "../rules-subject.server";
import { nextTime, parseSchedule } from "../schedule";
import { copyTasks, type PastEvent, readPast, rewind } from "./rewind-task.server";
import { describeStep, wouldChange } from "./would-do.server";

/**
 * The result of rehearsing a rule over the last 30 days.
 *
 * runs    how often it would have acted
 * tasks   on how many tasks
 * listed  the newest runs, with time, task and actions
 * partly  only the newest tasks were checked
 */
export type Rehearsal = {
  runs: number;
  tasks: number;
  listed: { at: number; task: { id: number; title: string } | null; did: string[] }[];
  partly: boolean;
};

export const REHEARSED_DAYS = 30;
const LISTED = 100;
const MOST_TASKS = 5_000;
/** Tasks in one transaction: on SQLite it blocks all others. */
const BATCH = 10;
/** Time limit of a page. */
const BUDGET_MS = 8_000;

/**
 * Checks the rule's condition against each task's state at each past trigger. Doesn't follow chains. It works on copies
 * of tasks in transactions that are all rolled back, so nothing is written.
 */
export async function rehearse(db: Db, rule: LoadedRule, now: number, signal?: AbortSignal): Promise<Rehearsal> {
  const from = now - REHEARSED_DAYS * DAY_MS;
  const result: Rehearsal = { runs: 0, tasks: 0, listed: [], partly: false };
  if (rule.trigger === "schedule" && rule.query === "") {
    const did = await rolledBack(db, (tx) => inWords(tx, rule));
    for (const at of timesOf(rule, from, now)) add(result, { at, task: null, did });
    result.listed.reverse();
    return result;
  }
  const ids = await tasksSince(db, rule, from);
  const until = performance.now() + BUDGET_MS;
  for (let start = 0; start < ids.length; start += BATCH) {
    if (performance.now() > until || start >= MOST_TASKS) {
      result.partly = true;
      break;
    }
    await setImmediate();
    signal?.throwIfAborted();
    const batch = ids.slice(start, start + BATCH);
    for (const runs of await rolledBack(db, (tx) => rehearseBatch(tx, rule, batch, { from, now }))) {
      if (runs.length > 0) result.tasks++;
      for (const run of runs) add(result, run);
    }
  }
  result.listed.sort((a, b) => b.at - a.at);
  return result;
}

type Run = Rehearsal["listed"][number];

function add(result: Rehearsal, run: Run): void {
  result.runs++;
  if (result.listed.length < LISTED) result.listed.push(run);
}

/** Tasks with events since then, newest first. For a schedule, also all open tasks. */
async function tasksSince(db: Db, rule: LoadedRule, from: number): Promise<number[]> {
  const rows = await db
    .selectFrom("task")
    .select("task.id")
    .where(workableBy(RULES_VIEW))
    .where((eb) =>
      rule.trigger === "schedule"
        ? eb.or([eb("task.updated_at", ">=", from), eb("task.open", "=", 1)])
        : eb("task.updated_at", ">=", from),
    )
    .orderBy("task.updated_at", "desc")
    .limit(MOST_TASKS + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** Carries the result out of a transaction that is rolled back. */
class RolledBack<T> extends Error {
  constructor(readonly result: T) {
    super();
  }
}

async function rolledBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (tx) => {
      throw new RolledBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

type Period = { from: number; now: number };

async function rehearseBatch(tx: Tx, rule: LoadedRule, ids: readonly number[], period: Period): Promise<Run[][]> {
  const past = await readPast(tx, ids, period.from);
  const titles = await tx
    .selectFrom("task")
    .select(["id", "title", "created_at", "updated_at"])
    .where("id", "in", [...ids])
    .execute();
  await copyTasks(tx, ids);
  const all: Run[][] = [];
  for (const task of titles) {
    const events = past.filter((event) => event.task_id === task.id);
    const about = { id: task.id, title: task.title };
    const times =
      rule.trigger === "schedule"
        ? await atTimes(tx, rule, task, events, period)
        : await atEvents(tx, rule, task.id, events);
    all.push(times.map(({ at, did }) => ({ at, task: about, did })));
  }
  return all;
}

type Time = { at: number; did: string[] };

/** Checks the task after each change that triggers the rule, newest first. */
async function atEvents(tx: Tx, rule: LoadedRule, taskId: number, events: readonly PastEvent[]): Promise<Time[]> {
  const runs: Time[] = [];
  for (let start = 0; start < events.length; ) {
    const at = events[start]?.at ?? 0;
    let end = start;
    while (events[end]?.at === at) end++;
    const change = events.slice(start, end);
    start = end;
    const did = (await triggers(tx, rule, change)) ? await runAt(tx, rule, { taskId, at }) : null;
    for (const event of change) await rewind(tx, event);
    if (did && !(rule.newlyMet && (await meetsBefore(tx, rule, taskId, at)))) runs.push({ at, did });
  }
  return runs;
}

/** Checks the task at each scheduled time. After a run, skips times until the condition is no longer met. */
async function atTimes(
  tx: Tx,
  rule: LoadedRule,
  task: { id: number; created_at: number; updated_at: number },
  events: readonly PastEvent[],
  { from, now }: Period,
): Promise<Time[]> {
  const met: { at: number; did: string[] | null }[] = [];
  let next = 0;
  for (const at of timesOf(rule, Math.max(from, task.created_at), now).reverse()) {
    for (let event = events[next]; event && event.at > at; event = events[++next]) await rewind(tx, event);
    const changedAt = events[next]?.at ?? Math.min(task.updated_at, at);
    met.push({ at, did: await runAt(tx, rule, { taskId: task.id, at, changedAt }) });
  }
  const inOrder = met.reverse();
  return inOrder.flatMap(({ at, did }, index) => (did && !inOrder[index - 1]?.did ? { at, did } : []));
}

/** The run on the copied task; null if the rule would do nothing. */
async function runAt(
  tx: Tx,
  rule: LoadedRule,
  { taskId, at, changedAt = at }: { taskId: number; at: number; changedAt?: number },
): Promise<string[] | null> {
  await tx.updateTable("task").set({ updated_at: changedAt }).where("id", "=", taskId).execute();
  if (rule.newlyMet) await reindexTasks(tx, [taskId]); // compares the words of two moments
  if (!(await meetsCondition(tx, rule, taskId, at))) return null;
  const did: string[] = [];
  for (const step of await stepsOf(tx, rule.actions)) {
    if (step.kind === "fields" && !(await wouldChange(tx, taskId, step.actions))) continue;
    did.push(...(await describeStep(tx, step)));
  }
  return did.length > 0 ? did : null;
}

async function inWords(tx: Tx, rule: LoadedRule): Promise<string[]> {
  const said = [];
  for (const step of await stepsOf(tx, rule.actions)) said.push(...(await describeStep(tx, step)));
  return said;
}

/** Whether a past change triggers the rule. Imports and changes by rules don't count. */
async function triggers(tx: Tx, rule: LoadedRule, change: readonly PastEvent[]): Promise<boolean> {
  const { trigger, namesChannel } = rule;
  const events = change.filter(({ via, rule_run_id }) => via !== "import" && rule_run_id === null);
  const isNew = events.some(({ kind }) => kind === "created");
  switch (trigger) {
    case "created":
      return isNew;
    case "changed": {
      const fields = events.flatMap(({ kind, field }) =>
        kind === "changed" && field !== null && !isQuietForRules(field) ? field : [],
      );
      return !isNew && fields.length > 0 && waitsFor(tx, rule, fields);
    }
    case "message":
      return events.some(
        ({ kind, automated }) => (kind === "replied" || kind === "noted") && (automated !== 1 || namesChannel),
      );
    case "snooze_ended":
      return events.some(
        ({ field, new_value, actor_id }) => field === "snooze" && new_value === null && actor_id === null,
      );
    default:
      return events.some(({ field }) => field === trigger);
  }
}

/** Scheduled times; for a condition at most four a day, because a task rarely changes more often. */
function timesOf(rule: LoadedRule, from: number, now: number): number[] {
  const schedule = parseSchedule(rule.schedule);
  if (!schedule) return [];
  const times: number[] = [];
  for (let at = nextTime(schedule, deskZone(), from); at <= now; at = nextTime(schedule, deskZone(), at)) {
    if (rule.query === "" || times.length === 0 || at - (times.at(-1) ?? 0) >= DAY_MS / 4) times.push(at);
  }
  return times;
}
