import { MINUTE_MS } from "~/lib/durations";
import { type BusinessCalendar, instantAfterOpenTime, openTimeBetween } from "./business-calendar";
import type { Metric } from "./service-levels";

/* A single clock. Its functions mutate it; clock-rules decides when to call them, and copies it first. */

/**
 * A clock's stored state. Times in UTC milliseconds, `target` and `consumed` in milliseconds of open time.
 *
 * startedAt   when it first had a target; null before
 * target      null without one: the clock is hidden and doesn't count
 * consumed    as of `since`; final while that's null
 * since       counting since then; null while paused, ended or without a target
 * grace       extra time beyond the target, because leaving a pause can't breach
 * isFinal     can't resume: answered, or cancelled by a change of type
 */
export type Clock = {
  metric: Metric;
  startedAt: number | null;
  target: number | null;
  consumed: number;
  since: number | null;
  grace: number;
  warnedAt: number | null;
  breachedAt: number | null;
  /** Whether it was breached by a changed target. */
  retargeted: boolean;
  metAt: number | null;
  endedAt: number | null;
  isFinal: boolean;
};

export const newClock = (metric: Metric): Clock => ({
  metric,
  startedAt: null,
  target: null,
  consumed: 0,
  since: null,
  grace: 0,
  warnedAt: null,
  breachedAt: null,
  retargeted: false,
  metAt: null,
  endedAt: null,
  isFinal: false,
});

/** Open time after which a clock warns; null for targets too short for a warning. */
export function warningAfter(target: number): number | null {
  if (target <= 5 * MINUTE_MS) return null;
  const used = Math.min(target * 0.75, target - 30 * MINUTE_MS);
  return Math.max(used, target * 0.5, 5 * MINUTE_MS);
}

/**
 * When a clock will have consumed `used` if nothing changes; null if it isn't counting, or if that's over five years
 * away.
 */
const reaches = ({ since, consumed }: Clock, used: number, calendar: BusinessCalendar) =>
  since === null ? null : instantAfterOpenTime(calendar, since, used - consumed);

/** When the clock breaches if nothing changes. A breached clock keeps its due time until it ends. */
export function dueAt(clock: Clock, calendar: BusinessCalendar): number | null {
  if (clock.endedAt !== null || clock.target === null) return null;
  return clock.breachedAt ?? reaches(clock, clock.target + clock.grace, calendar);
}

/** When the clock warns if nothing changes; null once it has warned. */
export function warnAt(clock: Clock, calendar: BusinessCalendar): number | null {
  if (clock.target === null || clock.warnedAt !== null || clock.breachedAt !== null) return null;
  const warning = warningAfter(clock.target);
  return warning === null ? null : reaches(clock, warning, calendar);
}

/** Advances the clock to just before `until`: warnings and breaches due at `until` haven't happened yet. */
export function pass(clock: Clock, until: number, calendar: BusinessCalendar) {
  if (clock.since === null || clock.target === null || clock.breachedAt !== null) return;
  const most = clock.consumed + until - clock.since;
  if (most < (warningAfter(clock.target) ?? clock.target)) return; // not even if it's always open
  const warned = warnAt(clock, calendar);
  if (warned !== null && warned < until) clock.warnedAt = warned;
  const due = most < clock.target ? null : dueAt(clock, calendar);
  if (due !== null && due < until) clock.breachedAt = due;
}

/** Adds the open time up to `at` and continues counting from there. */
export function count(clock: Clock, at: number, calendar: BusinessCalendar) {
  if (clock.since === null) return;
  clock.consumed += openTimeBetween(calendar, clock.since, at);
  clock.since = at;
}

/** Sets or clears the target. A changed target that is already used up breaches at once, unless `holds`. */
export function setTarget(clock: Clock, target: number | null, at: number, holds: boolean) {
  if (target === clock.target || clock.breachedAt !== null) return;
  clock.target = target;
  if (target === null) return;
  clock.grace = 0;
  clock.warnedAt = null;
  if (clock.startedAt === null) clock.startedAt = at;
  else if (clock.consumed >= target && !holds) {
    clock.breachedAt = at;
    clock.retargeted = true;
  }
}

/** Starts counting at `at`; also resumes an ended clock. */
export function run(clock: Clock, at: number) {
  const { target, consumed, since } = clock;
  clock.metAt = null;
  clock.endedAt = null;
  clock.since = target === null ? null : at;
  if (target === null || since !== null || consumed < target + clock.grace) return;
  clock.grace = (Math.floor((consumed - target) / MINUTE_MS) + 1) * MINUTE_MS;
}

export function pause(clock: Clock) {
  clock.since = null;
  clock.metAt = null;
  clock.endedAt = null;
}

/** Ends the clock, unless it has already ended or never had a target. */
export function end(clock: Clock, at: number, how: "met" | "cancelled") {
  clock.since = null;
  if (clock.endedAt !== null || clock.target === null) return;
  clock.endedAt = at;
  if (how === "met" && clock.breachedAt === null) clock.metAt = at;
}

export type ClockStateName = "running" | "paused" | "met" | "breached" | "cancelled";

/** The state of a clock that has a target. */
export function stateOf({ breachedAt, endedAt, metAt, since }: Clock): ClockStateName {
  if (breachedAt !== null) return "breached";
  if (endedAt !== null) return metAt === null ? "cancelled" : "met";
  return since === null ? "paused" : "running";
}
