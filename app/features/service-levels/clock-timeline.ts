import { openTimeBetween } from "./business-calendar";
import { type ClockFact, inOrder } from "./clock-facts";
import { addFacts, clocksAt, NO_HISTORY, type ShownClock } from "./clock-rules";
import { inForce, type Metric, type ServiceLevels } from "./service-levels";

/**
 * A period of a clock. Times in UTC milliseconds.
 *
 * what  "counted", "paused" by `status`, or "stopped": the task was done or away, and came back
 * open  open time in it, in milliseconds
 */
export type ClockPeriod = {
  from: number;
  until: number;
  what: "counted" | "paused" | "stopped";
  status: string | null;
  open: number;
};

/** The periods of each clock that `clocksOf` returns, in the same order. */
export function periodsOf(recorded: readonly ClockFact[], now: number, levels: ServiceLevels): ClockPeriod[][] {
  const facts = settledFacts(recorded);
  const moments = momentsOf(facts, now, levels);
  const periods = new Map<string, ClockPeriod[]>();
  let history = NO_HISTORY;
  let clocks: Keyed[] = [];
  for (const [place, moment] of moments.entries()) {
    history = addFacts(
      history,
      facts.filter(({ at }) => at === moment),
      levels,
    );
    clocks = keyed(clocksAt(history, moment, levels));
    const until = moments[place + 1];
    if (until === undefined) break;
    const calendar = calendarAt(facts, moment, levels);
    const open = calendar ? openTimeBetween(calendar, moment, until) : 0;
    for (const { key, clock } of clocks) {
      const what = clock.endedAt !== null ? "stopped" : clock.pauseReason === null ? "counted" : "paused";
      add(periods, key, { from: moment, until, what, status: clock.pauseReason, open });
    }
  }
  return clocks.map(({ key }) => withoutEnd(periods.get(key) ?? []));
}

type Keyed = { key: string; clock: ShownClock };

function keyed(clocks: readonly ShownClock[]): Keyed[] {
  const counts: Record<Metric, number> = { first: 0, next: 0, resolution: 0 };
  return clocks.map((clock) => ({ key: `${clock.metric} ${counts[clock.metric]++}`, clock }));
}

/** Merges it into the previous period if they are alike. */
function add(all: Map<string, ClockPeriod[]>, key: string, period: ClockPeriod) {
  const periods = all.get(key) ?? [];
  const last = periods.at(-1);
  if (last && last.what === period.what && last.status === period.status) {
    last.until = period.until;
    last.open += period.open;
  } else periods.push(period);
  all.set(key, periods);
}

/** A clock that has ended isn't stopped. */
const withoutEnd = (periods: ClockPeriod[]) => (periods.at(-1)?.what === "stopped" ? periods.slice(0, -1) : periods);

/**
 * Normalises facts as `addFacts` does: replaces held replies by their outcome, and dates no fact before its
 * predecessor.
 */
function settledFacts(recorded: readonly ClockFact[]): ClockFact[] {
  const facts: ClockFact[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const fact of recorded) {
    last = Math.max(last, fact.at);
    if (fact.kind !== "reply_sent" && fact.kind !== "reply_withdrawn") {
      facts.push({ ...fact, at: last });
      continue;
    }
    const place = facts.findIndex((one) => one.kind === "reply_held" && one.message === fact.message);
    const [held] = place < 0 ? [] : facts.splice(place, 1);
    if (fact.kind === "reply_sent") facts.push({ kind: "message", side: "agent", at: held?.at ?? last });
  }
  return inOrder(facts);
}

/** The times at which a clock may change: facts, new versions, and now. */
function momentsOf(facts: readonly ClockFact[], now: number, levels: ServiceLevels): number[] {
  const start = facts[0]?.at ?? now;
  const versions = [levels.calendars, levels.policies, levels.pausing].flatMap(
    (all: ReadonlyMap<unknown, readonly { from: number }[]>) =>
      [...all.values()].flatMap((one) => one.slice(1).map(({ from }) => from)),
  );
  const between = versions.filter((from) => from > start && from < now);
  const times = [...facts.map(({ at }) => at), ...between, Math.max(now, facts.at(-1)?.at ?? now)];
  return [...new Set(times)].sort((a, b) => a - b);
}

/** The calendar in force at a moment; null without a policy. */
export function calendarAt(facts: readonly ClockFact[], at: number, { policies, calendars }: ServiceLevels) {
  const selected = facts.filter((fact) => (fact.kind === "created" || fact.kind === "policy") && fact.at <= at).at(-1);
  const policy = selected?.kind === "created" || selected?.kind === "policy" ? selected.policy : null;
  const terms = policy === null ? undefined : policies.get(policy);
  const calendar = terms && calendars.get(inForce(terms, at).calendar);
  return calendar ? inForce(calendar, at) : null;
}
