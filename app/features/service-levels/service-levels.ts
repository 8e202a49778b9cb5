import type { PriorityKey } from "~/features/tasks/tasks";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import type { BusinessCalendar } from "./business-calendar";

export const METRICS = ["first", "next", "resolution"] as const;
/** The time a clock measures: to the first response, to the response to a later question, or to the resolution. */
export type Metric = (typeof METRICS)[number];

/** Targets by priority and metric, in milliseconds of open time. A missing entry means no target. */
export type Targets = Partial<Record<PriorityKey, Partial<Record<Metric, number>>>>;

/** A policy's version: the targets, and their calendar. */
export type PolicyTerms = { calendar: number; targets: Targets };

/** A value in force since `from`, in UTC milliseconds. */
export type Version<T> = { from: number; value: T };

/** Versions in the order they were saved; never empty. The first also applies to all earlier times. */
export type Versions<T> = readonly [Version<T>, ...Version<T>[]];

/** Everything outside a task that its clocks depend on, with all versions. */
export type ServiceLevels = {
  calendars: ReadonlyMap<number, Versions<BusinessCalendar>>;
  policies: ReadonlyMap<number, Versions<PolicyTerms>>;
  /** Whether a status pauses the resolution clock, by key. */
  pausing: ReadonlyMap<string, Versions<boolean>>;
};

/** The version in force at a moment. */
export function inForce<T>(versions: Versions<T>, at: number): T {
  let [{ value }] = versions;
  for (const version of versions) if (version.from <= at) value = version.value;
  return value;
}

/** When the next version after `at` takes effect; null for none. */
export const nextVersionAfter = (versions: Versions<unknown> | undefined, at: number): number | null =>
  versions?.find(({ from }, index) => index > 0 && from > at)?.from ?? null;

/** Limits of a calendar and of targets. */
export const SERVICE_LEVEL_LIMITS = {
  intervalsPerDay: 4,
  holidays: 1_000,
  holidayName: 100,
  shortestTarget: MINUTE_MS,
  longestTarget: 4_000 * HOUR_MS,
  /** A clock that would be due later than this has no due time. */
  dueWithinYears: 5,
} as const;
