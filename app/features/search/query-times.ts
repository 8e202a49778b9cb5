import { todayIn } from "~/lib/calendar-day";
import { readDuration } from "~/lib/durations";
import { UTC, wallClock } from "~/lib/zoned-time";
import type { Qualifier, QueryValue } from "./query-ast";
import { boundsOf } from "./query-calendar";
import { short } from "./query-rules";
import { readPeriod } from "./query-values";
import * as say from "./search-copy";
import { Unanswerable } from "./unanswerable-queries";

type AskedTime = Pick<Qualifier, "key" | "compare"> & { value: QueryValue };
export type Moment = { now: number; timeZone: string };

type Limit = { at: number; inclusive: boolean };

/** Times a value means, in UTC milliseconds; or no time, or any. */
export type Times = "none" | "any" | { from: Limit | null; to: Limit | null };

/**
 * The kind of time a qualifier compares, and how it reads a duration.
 *
 * past  a past moment; a duration is an age: `>` means longer ago, otherwise within
 * left  a future moment; a duration is the time left: `>` means later, otherwise by then or overdue
 * day   a calendar day (lib/calendar-day); a duration is the time until the day ends in the viewer's time zone: `>` means
 *       later, otherwise by then or overdue
 */
export type Tense = "past" | "left" | "day";

/** Whether a value is a duration such as `4h`. */
export const isTimeLeft = (value: QueryValue) => value.kind !== "range" && readDuration(value.text) !== null;

/** Reads the times a value means; calendar days for `day`. Throws `Unanswerable`. */
export function timesOf(tense: Tense, { key, compare, value }: AskedTime, moment: Moment): Times {
  const bounds = (text: string) => {
    const period = readPeriod(text);
    if (!period) throw new Unanswerable(say.notADate(short(text)));
    if (tense !== "day") return boundsOf(period, moment.now, moment.timeZone);
    return boundsOf(period, wallClock(moment.now, moment.timeZone), UTC);
  };
  const since = (at: number) => ({ at, inclusive: true });
  const before = (at: number) => ({ at, inclusive: false });

  if (value.kind === "range") {
    const [first, last] = [bounds(value.from), bounds(value.to)];
    if (first.from >= last.until) throw new Unanswerable(say.rangeEndsBeforeStart(key));
    return { from: since(first.from), to: before(last.until) };
  }

  const text = value.text.toLowerCase();
  if (text === "none" || text === "any") return text;

  const duration = readDuration(text);
  if (duration !== null) {
    const beyond = compare === ">" || compare === ">=";
    if (tense === "day") {
      // A day ends when the next one begins, so by that moment all earlier days have ended.
      const day = todayIn(moment.timeZone, moment.now + duration);
      return beyond ? { from: since(day), to: null } : { from: null, to: before(day) };
    }
    const limit = {
      at: tense === "past" ? moment.now - duration : moment.now + duration,
      inclusive: compare !== "<" && compare !== ">",
    };
    return (tense === "past") === beyond ? { from: null, to: limit } : { from: limit, to: null };
  }

  const { from, until } = bounds(text);
  switch (compare) {
    case ">":
      return { from: since(until), to: null };
    case ">=":
      return { from: since(from), to: null };
    case "<":
      return { from: null, to: before(from) };
    case "<=":
      return { from: null, to: before(until) };
    default:
      return { from: since(from), to: before(until) };
  }
}
