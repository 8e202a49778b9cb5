import type { ClockFact } from "../clock-facts";
import { clocksOf, type ShownClock } from "../clock-rules";
import { METRICS, type Metric, type ServiceLevels } from "../service-levels";

/* Replays tasks with a different calendar or policy, and compares the outcomes. */

/** `running` includes paused. `none`: it was cancelled or doesn't exist. */
export type Outcome = "met" | "breached" | "running" | "none";

/** A clock's outcome. `order` tells a task's questions apart. */
export type ClockOutcome = { metric: Metric; order: number; outcome: Outcome; endedAt: number | null };

const OUTCOMES: Record<ShownClock["state"] | "warning", Outcome> = {
  ...{ met: "met", breached: "breached", running: "running", warning: "running", paused: "running", cancelled: "none" },
};

export const outcomeOf = (state: ShownClock["state"] | "warning"): Outcome => OUTCOMES[state];

/**
 * Outcomes of a task under other service levels.
 *
 * policy  the policy to assume since its creation; undefined to keep its actual policies
 */
export function replay(
  facts: readonly ClockFact[],
  policy: number | null | undefined,
  levels: ServiceLevels,
  now: number,
): ClockOutcome[] {
  const others = policy === undefined ? facts : withPolicy(facts, policy);
  const counts = { first: 0, next: 0, resolution: 0 };
  return clocksOf(others, now, levels).map(({ metric, state, endedAt }) => {
    return { metric, order: counts[metric]++, outcome: outcomeOf(state), endedAt };
  });
}

const withPolicy = (facts: readonly ClockFact[], policy: number | null): ClockFact[] =>
  facts.flatMap((fact) => {
    if (fact.kind === "policy") return [];
    return fact.kind === "created" ? { ...fact, policy } : fact;
  });

/** Clocks that ended or ran since a moment. */
const since = (clocks: readonly ClockOutcome[], from: number) =>
  clocks.filter(({ endedAt }) => endedAt === null || endedAt >= from);

/** The number of met clocks, out of those met or breached. */
export type Attainment = { met: number; decided: number };

/** An outcome that the change would alter. */
export type OutcomeChange = { metric: Metric; from: Outcome; to: Outcome };

export type Comparison = {
  /** Tasks with a clock, before or after the change. */
  tasks: number;
  attainment: Record<Metric, { before: Attainment; after: Attainment }>;
  /** Number of tasks with a different outcome, and the first ones. */
  differing: number;
  listed: { id: number; changes: OutcomeChange[] }[];
};

const noAttainment = () => ({ before: { met: 0, decided: 0 }, after: { met: 0, decided: 0 } });

export const emptyComparison = (): Comparison => ({
  ...{ tasks: 0, differing: 0, listed: [] },
  attainment: { first: noAttainment(), next: noAttainment(), resolution: noAttainment() },
});

/** Maximum number of listed tasks. */
export const MOST_LISTED = 50;

/** Adds a task to a comparison of the clocks that ended or ran since `from`. */
export function addTask(
  comparison: Comparison,
  { id, before, after }: { id: number; before: readonly ClockOutcome[]; after: readonly ClockOutcome[] },
  from: number,
): void {
  const [old, fresh] = [since(before, from), since(after, from)];
  if (old.length + fresh.length === 0) return;
  comparison.tasks++;
  count(comparison, "before", old);
  count(comparison, "after", fresh);
  if (before === after) return;
  const changes = METRICS.flatMap((metric) => changesOf(metric, old, fresh).slice(0, 1));
  if (changes.length === 0) return;
  comparison.differing++;
  if (comparison.listed.length < MOST_LISTED) comparison.listed.push({ id, changes });
}

function count({ attainment }: Comparison, side: "before" | "after", clocks: readonly ClockOutcome[]) {
  for (const { metric, outcome } of clocks) {
    const counted = attainment[metric][side];
    if (outcome === "met") counted.met++;
    if (outcome === "met" || outcome === "breached") counted.decided++;
  }
}

function changesOf(metric: Metric, before: readonly ClockOutcome[], after: readonly ClockOutcome[]): OutcomeChange[] {
  const outcomeIn = (clocks: readonly ClockOutcome[], order: number) =>
    clocks.find((clock) => clock.metric === metric && clock.order === order)?.outcome ?? "none";
  const orders = new Set([...before, ...after].flatMap((clock) => (clock.metric === metric ? clock.order : [])));
  return [...orders].flatMap((order) => {
    const [from, to] = [outcomeIn(before, order), outcomeIn(after, order)];
    return from === to ? [] : { metric, from, to };
  });
}
