import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { daysAround, firstInstant, lastInstant, stretchesAround } from "./local-instants";
import { SERVICE_LEVEL_LIMITS } from "./service-levels";

/** Opening hours in minutes of the local day, end exclusive; 1,440 is 24:00. */
export type Hours = { start: number; end: number };

/** `date`: `2026-04-03` for that day, `12-25` for every year. Without hours the day is closed. */
export type Holiday = { date: string; hours: readonly Hours[]; name: string };

/** Opening hours in a time zone. Treat it as immutable: its openings are cached. */
export type BusinessCalendar = {
  zone: string;
  /** Monday first; seven. */
  weekdays: readonly (readonly Hours[])[];
  holidays: readonly Holiday[];
  /** Ignores weekdays and holidays. */
  alwaysOpen: boolean;
};

/** UTC milliseconds, end exclusive. */
export type Opening = { from: number; until: number };

type OpenDay = { openings: readonly Opening[]; total: number };

type Cache = { holidays: ReadonlyMap<string, Holiday>; days: Map<number, OpenDay> };

/** Days cached per calendar: more than the five years to the latest due time. */
const MOST_DAYS = 4_096;

const caches = new WeakMap<BusinessCalendar, Cache>();

function cacheOf(calendar: BusinessCalendar): Cache {
  let cache = caches.get(calendar);
  if (!cache) {
    cache = { holidays: new Map(calendar.holidays.map((holiday) => [holiday.date, holiday])), days: new Map() };
    caches.set(calendar, cache);
  }
  return cache;
}

/** The holiday on a day (lib/calendar-day), dated before yearly; undefined for none. */
export function holidayOn(calendar: BusinessCalendar, day: number): Holiday | undefined {
  if (calendar.alwaysOpen) return undefined;
  const { holidays } = cacheOf(calendar);
  const date = new Date(day).toISOString().slice(0, 10);
  return holidays.get(date) ?? holidays.get(date.slice("2026-".length));
}

const WHOLE_DAY: readonly Hours[] = [{ start: 0, end: 24 * 60 }];

/** The hours of a day (lib/calendar-day), before clock changes. */
export function hoursOn(calendar: BusinessCalendar, day: number): readonly Hours[] {
  if (calendar.alwaysOpen) return WHOLE_DAY;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return holidayOn(calendar, day)?.hours ?? calendar.weekdays[weekday] ?? [];
}

/**
 * Maps hours to instants. A start or end in a gap moves to the gap's end. A doubled start is the first, a doubled end the
 * second; 24:00 is where the next date first begins. Overlaps are merged.
 */
function openingsFrom(hours: readonly Hours[], zone: string, day: number): Opening[] {
  if (hours.length === 0) return [];
  const stretches = stretchesAround(zone, day);
  const merged: Opening[] = [];
  for (const { start, end } of hours) {
    const from = firstInstant(stretches, day + start * MINUTE_MS);
    const closing = day + end * MINUTE_MS;
    const until = end === 24 * 60 ? firstInstant(stretches, closing) : lastInstant(stretches, closing);
    const last = merged.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else if (from < until) merged.push({ from, until });
  }
  return merged;
}

/** These openings without those of the previous day: near a clock change at midnight, days overlap. */
const without = (openings: readonly Opening[], before: readonly Opening[]): Opening[] => {
  const end = before.at(-1)?.until ?? Number.NEGATIVE_INFINITY;
  return openings.flatMap(({ from, until }) => (until > end ? [{ from: Math.max(from, end), until }] : []));
};

function openDay(calendar: BusinessCalendar, day: number): OpenDay {
  const { days } = cacheOf(calendar);
  let open = days.get(day);
  if (!open) {
    const raw = (date: number) => openingsFrom(hoursOn(calendar, date), calendar.zone, date);
    const openings = without(raw(day), raw(day - DAY_MS));
    open = { openings, total: openings.reduce((sum, { from, until }) => sum + until - from, 0) };
    if (days.size >= MOST_DAYS) days.clear();
    days.set(day, open);
  }
  return open;
}

/** The calendar's openings on a day (lib/calendar-day): in order, and none overlaps those of another day. */
export const openingsOn = (calendar: BusinessCalendar, day: number): readonly Opening[] =>
  openDay(calendar, day).openings;

/** Milliseconds that the calendar is open between two moments. */
export function openTimeBetween(calendar: BusinessCalendar, from: number, to: number): number {
  if (to <= from) return 0;
  if (calendar.alwaysOpen) return to - from;
  const [[first], [, last]] = [daysAround(from), daysAround(to)];
  let sum = 0;
  for (let day = first; day <= last; day += DAY_MS) {
    const { openings, total } = openDay(calendar, day);
    const [opens, closes] = [openings[0]?.from ?? to, openings.at(-1)?.until ?? to];
    if (opens >= to) continue;
    if (opens >= from && closes <= to) sum += total;
    else for (const open of openings) sum += Math.max(0, Math.min(open.until, to) - Math.max(open.from, from));
  }
  return sum;
}

/**
 * The moment when `ms` of open time have passed since `from`. At the end of an opening it stays there, rather than moving to
 * the next opening. Null when it's more than five years away.
 */
export function instantAfterOpenTime(calendar: BusinessCalendar, from: number, ms: number): number | null {
  if (ms <= 0) return from;
  const latest = new Date(from).setUTCFullYear(new Date(from).getUTCFullYear() + SERVICE_LEVEL_LIMITS.dueWithinYears);
  const within = (at: number) => (at <= latest ? at : null);
  if (calendar.alwaysOpen) return within(from + ms);
  let left = ms;
  for (let [day] = daysAround(from); day <= latest + DAY_MS; day += DAY_MS) {
    const { openings, total } = openDay(calendar, day);
    const isWhole = openings[0] !== undefined && openings[0].from >= from;
    if (isWhole && total < left) {
      left -= total;
      continue;
    }
    for (const open of openings) {
      const start = Math.max(open.from, from);
      const length = Math.max(0, open.until - start);
      if (length >= left) return within(start + left);
      left -= length;
    }
  }
  return null;
}
