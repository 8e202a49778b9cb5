import { setImmediate } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { isAmong } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { type AccessScope, accessScopesOf } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import type { BusinessCalendar } from "../business-calendar";
import type { ClockFact } from "../clock-facts";
import { selectPolicies } from "../select-policy.server";
import type { PolicyTerms, ServiceLevels } from "../service-levels";
import {
  type DeskServiceLevels,
  loadServiceLevels,
  readServiceLevels,
  type StoredPolicy,
} from "../service-levels-data.server";
import { readFactsOf } from "../verify-clocks.server";
import { factsFromHistory } from "./history-facts.server";
import { addTask, type ClockOutcome, type Comparison, emptyComparison, outcomeOf, replay } from "./what-if";

/** The id of a policy that hasn't been saved yet. */
export const NEW_POLICY_ID = 0;

/** A change to try: new hours of a calendar, or a policy with new terms. `query` as stored. */
export type Trial =
  | { kind: "calendar"; id: number; calendar: BusinessCalendar }
  | { kind: "policy"; policy: StoredPolicy; terms: PolicyTerms };

export type TrialResult = Omit<Comparison, "listed"> & {
  listed: (Comparison["listed"][number] & { title: string })[];
};

const TRIAL_DAYS = 90;

/** Tasks read at once, and tasks replayed before yielding to other requests. */
const [READ, REPLAYED] = [200, 50];

/**
 * Replays the tasks whose clocks ended or ran in the last 90 days, as if the change had always applied. Only tasks the
 * viewer may see. Writes nothing. Throws the abort reason of `signal`.
 *
 * If the change gives a task a different policy, the task is replayed with that policy since its creation. The policy
 * is selected by the task's current state.
 */
export async function tryChange(
  db: Db,
  viewer: Viewer,
  trial: Trial,
  now: number,
  signal?: AbortSignal,
): Promise<TrialResult> {
  const from = now - TRIAL_DAYS * DAY_MS;
  const desk = (await loadServiceLevels(db)) ?? (await readServiceLevels(db));
  const changed = withChange(desk, trial);
  const comparison = emptyComparison();
  const ids = await tasksSince(db, await accessScopesOf(db, viewer), from);
  for (let start = 0; start < ids.length; start += READ) {
    const batch = await readBatch(db, desk, changed, trial, ids.slice(start, start + READ), now);
    for (const [place, task] of batch.entries()) {
      if (place % REPLAYED === 0) {
        await setImmediate();
        signal?.throwIfAborted();
      }
      const after = task.isAffected ? replay(task.facts, task.policy, changed.levels, now) : task.before;
      addTask(comparison, { id: task.id, before: task.before, after }, from);
    }
  }
  return { ...comparison, listed: await withTitles(db, comparison.listed) };
}

/** The desk's service levels as if the change had always applied. */
function withChange(desk: DeskServiceLevels, trial: Trial): DeskServiceLevels {
  const { levels, policies } = desk;
  if (trial.kind === "calendar") {
    const calendars = new Map(levels.calendars).set(trial.id, [{ from: 0, value: trial.calendar }]);
    return { ...desk, levels: { ...levels, calendars } };
  }
  const { policy, terms } = trial;
  const isNew = !policies.some(({ id }) => id === policy.id);
  return {
    ...desk,
    levels: { ...levels, policies: new Map(levels.policies).set(policy.id, [{ from: 0, value: terms }]) },
    policies: isNew ? [...policies, policy] : policies.map((one) => (one.id === policy.id ? policy : one)),
  };
}

/** Tasks that were open at some time since then, newest first. */
async function tasksSince(db: Db, scopes: readonly AccessScope[], from: number): Promise<number[]> {
  const conditions = [
    sql<SqlBool>`task.open = 1`,
    sql<SqlBool>`task.open = 0 and task.created_at >= ${from}`,
    sql<SqlBool>`task.open = 0 and task.resolved_at >= ${from}`,
    sql<SqlBool>`task.open = 0 and task.closed_at >= ${from}`,
  ];
  const found = new Set<number>();
  for (const { rows } of scopes) {
    for (const condition of conditions) {
      const tasks = await db.selectFrom("task").select("task.id").where(rows).where(condition).execute();
      for (const { id } of tasks) found.add(id);
      await setImmediate();
    }
  }
  return [...found].sort((a, b) => b - a);
}

type TriedTask = {
  id: number;
  before: ClockOutcome[];
  /** Whether the change can affect the task. */
  isAffected: boolean;
  facts: readonly ClockFact[];
  /** The policy to assume since its creation; undefined to keep its actual policies. */
  policy: number | null | undefined;
};

async function readBatch(
  db: Db,
  desk: DeskServiceLevels,
  changed: DeskServiceLevels,
  trial: Trial,
  ids: readonly number[],
  now: number,
): Promise<TriedTask[]> {
  const [facts, before] = [await readFactsOf(db, ids), await readOutcomes(db, ids)];
  const policies = policiesOf(trial, desk.levels);
  const selects = trial.kind === "policy" && selectsOthers(trial.policy, desk.policies);
  const selected = selects ? await selectPolicies(db, desk, ids, now) : new Map<number, number | null>();
  const wouldSelect = selects ? await selectPolicies(db, changed, ids, now) : new Map<number, number | null>();
  const tasks = ids.map((id): TriedTask => {
    const known = facts.get(id) ?? [];
    const policy = selected.get(id) === wouldSelect.get(id) ? undefined : (wouldSelect.get(id) ?? null);
    const isAffected = policy !== undefined || known.some((fact) => mentions(fact, policies));
    return { id, before: before.get(id) ?? [], isAffected, facts: known, policy };
  });
  const unknown = tasks.filter(({ policy, facts }) => typeof policy === "number" && !hadPolicyAtFirst(facts));
  const histories = await factsFromHistory(
    db,
    unknown.map(({ id }) => id),
  );
  return tasks.map((task) => ({ ...task, facts: histories.get(task.id) ?? task.facts }));
}

/** Facts are only recorded once a policy exists. */
const hadPolicyAtFirst = ([first]: readonly ClockFact[]) => first?.kind === "created" && first.policy !== null;

const mentions = (fact: ClockFact, policies: ReadonlySet<number>) =>
  (fact.kind === "created" || fact.kind === "policy") && fact.policy !== null && policies.has(fact.policy);

/** Policies whose clocks the change affects. */
function policiesOf(trial: Trial, { policies }: ServiceLevels): Set<number> {
  if (trial.kind === "policy") return new Set([trial.policy.id]);
  return new Set(
    [...policies].flatMap(([id, versions]) => (versions.some(({ value }) => value.calendar === trial.id) ? id : [])),
  );
}

/** Whether the policy would apply to different tasks. */
function selectsOthers(policy: StoredPolicy, policies: readonly StoredPolicy[]): boolean {
  const so = policies.find(({ id }) => id === policy.id);
  if (!so) return policy.enabled;
  return so.query !== policy.query || so.enabled !== policy.enabled || so.organizationId !== policy.organizationId;
}

/** The actual clocks of these tasks, by task. */
async function readOutcomes(db: Db, ids: readonly number[]): Promise<Map<number, ClockOutcome[]>> {
  const rows = await db
    .selectFrom("clock")
    .select(["task_id", "metric", "ordinal", "state", "ended_at"])
    .where(isAmong(db, "task_id", ids))
    .execute();
  const outcomes = new Map<number, ClockOutcome[]>();
  for (const { task_id, metric, ordinal, state, ended_at } of rows) {
    const clock = { metric, order: ordinal, outcome: outcomeOf(state), endedAt: ended_at };
    const ofTask = outcomes.get(task_id);
    if (ofTask) ofTask.push(clock);
    else outcomes.set(task_id, [clock]);
  }
  return outcomes;
}

async function withTitles(db: Db, listed: Comparison["listed"]): Promise<TrialResult["listed"]> {
  const ids = listed.map(({ id }) => id);
  const rows = await db
    .selectFrom("task")
    .select(["id", "title"])
    .where(isAmong(db, "id", ids))
    .execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return listed.map((task) => ({ ...task, title: titles.get(task.id) ?? "" }));
}
