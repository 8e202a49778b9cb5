import { todayIn } from "~/lib/calendar-day";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { type DateOrder, styleOf, type TimeStyle, timeStyle } from "~/lib/time-style";
import { isoTime, UTC, type ZonedTime, zonedTime } from "~/lib/zoned-time";
import * as say from "./ui-copy";

/*
 * Formats times for the viewer. Calendar days (due, snoozed until, away from) are the same for everyone, stored as midnight
 * UTC (lib/calendar-day). Moments, and today, are in the viewer's time zone.
 *
 * Not `Intl`: its output differs between versions, and browser and server must render the same text.
 */

const MONTHS = say.months.split(" ");

const two = (n: number) => String(n).padStart(2, "0");

type Day = Pick<ZonedTime, "year" | "month" | "day">;

/** Formats a day, with and without its year. `letters` limits the month's name. */
function dayText({ year, month, day }: Day, dates: DateOrder, letters?: number): [whole: string, thisYear: string] {
  const name = MONTHS[month - 1]?.slice(0, letters);
  if (dates === "year") {
    const iso = `${year}-${two(month)}-${two(day)}`;
    return [iso, iso];
  }
  const short = dates === "month" ? `${name} ${day}` : `${day} ${name}`;
  return [dates === "month" ? `${short}, ${year}` : `${short} ${year}`, short];
}

/** Formats a UTC day as "5 March 2026". `at` in UTC milliseconds. */
export const absoluteDay = (at: number, { dates }: TimeStyle = timeStyle()) => dayText(zonedTime(at, UTC), dates)[0];

/** Formats a calendar day for a sentence: "5 March", with the year if it isn't the current one. */
export const dayInWords = (at: number, now: number) => dayIn(UTC, at, now);

export const ownDayInWords = (at: number, now: number) => dayIn(timeStyle().zone, at, now);

function dayIn(zone: string, at: number, now: number) {
  const day = zonedTime(at, zone);
  const [whole, thisYear] = dayText(day, timeStyle().dates);
  return day.year === zonedTime(now, timeStyle().zone).year ? thisYear : whole;
}

/** Formats a UTC day for a chart: "5 Mar", "Mar 5" or "03-05". */
export const chartDay = (at: number) => dayText(zonedTime(at, UTC), timeStyle().dates, 3)[1].replace(/^\d{4}-/, "");

/** Formats the month of a UTC day for a chart: "Mar 26". */
export const chartMonth = (at: number) => {
  const { year, month } = zonedTime(at, UTC);
  return `${MONTHS[month - 1]?.slice(0, 3)} ${two(year % 100)}`;
};

/** "14:07", "2:07 PM". */
function clock({ hour, minute }: ZonedTime, dates: DateOrder) {
  if (dates !== "month") return `${two(hour)}:${two(minute)}`;
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? "AM" : "PM"}`;
}

/** Named only for the default zone: viewers know the one they chose. */
const zoneName = (zone: string) => (zone === UTC ? " UTC" : "");

/** Formats "14:03:20 UTC". `at` in UTC milliseconds. */
export function timeToTheSecond(at: number): string {
  const { zone } = timeStyle();
  const { hour, minute, second } = zonedTime(at, zone);
  return `${two(hour)}:${two(minute)}:${two(second)}${zoneName(zone)}`;
}

/** The parts of a formatted moment that don't depend on the current time. `day` is like "5 Mar". */
type Moment = { dateTime: string; title: string; year: number; day: string; wholeDay: string };

/** Cache by style: everyone's lists show the same tasks. */
const moments = new Map<TimeStyle, Map<number, Moment>>();
const REMEMBERED = 5_000;

/** `at` in UTC milliseconds. */
export function momentOf(at: number, style = timeStyle()): Moment {
  let alike = moments.get(style);
  if (!alike) {
    alike = new Map();
    moments.set(style, alike);
  }
  const known = alike.get(at);
  if (known) return known;
  if (alike.size >= REMEMBERED) alike.clear();
  const { zone, dates } = style;
  const t = zonedTime(at, zone);
  const [wholeDay, day] = dayText(t, dates, 3);
  const title = `${dayText(t, dates)[0]}, ${clock(t, dates)}${zoneName(zone)}`;
  const made = { dateTime: isoTime(at, zone), title, year: t.year, day, wholeDay };
  alike.set(at, made);
  return made;
}

/** Formats "5 March 2026, 14:07". `at` in UTC milliseconds. */
export const absoluteTime = (at: number) => momentOf(at).title;

/** Formats "14:07" or "2:07 PM". `at` in UTC milliseconds. */
export function timeOfDay(at: number) {
  const { zone, dates } = timeStyle();
  return clock(zonedTime(at, zone), dates);
}

/** Formats "5 Mar, 14:07". `at` in UTC milliseconds. */
export const minuteInWords = (at: number) => `${momentOf(at).day}, ${timeOfDay(at)}`;

/** One-entry cache: a list asks for the same moment for every row. */
let lastYear = { now: Number.NaN, style: timeStyle(), year: 0 };

function yearOf(now: number, style: TimeStyle) {
  if (lastYear.now !== now || lastYear.style !== style)
    lastYear = { now, style, year: zonedTime(now, style.zone).year };
  return lastYear.year;
}

/** "5 Mar", with the year when it isn't that of `now`. */
function shortDate(at: number, now: number, style: TimeStyle) {
  const { day, wholeDay, year } = momentOf(at, style);
  return year === yearOf(now, style) ? day : wholeDay;
}

/**
 * Formats the distance in time for a list: "just now", "5 min ago", "3 h ago", "2 days ago", "in 4 h"; a date from a week
 * on. Both in UTC milliseconds.
 */
export function relativeTime(at: number, now: number, style = timeStyle()) {
  const ago = now - at;
  const far = Math.abs(ago);
  if (far < MINUTE_MS) return say.justNow;
  if (far >= 7 * DAY_MS) return shortDate(at, now, style);
  if (far < HOUR_MS) return (ago > 0 ? say.minutesAgo : say.inMinutes)(Math.floor(far / MINUTE_MS));
  if (far < DAY_MS) return (ago > 0 ? say.hoursAgo : say.inHours)(Math.floor(far / HOUR_MS));
  return (ago > 0 ? say.daysAgo : say.inDays)(Math.floor(far / DAY_MS));
}

/** Checks whether a calendar day has ended in the viewer's time zone. */
export const isOver = (day: number, now: number) => day < todayIn(timeStyle().zone, now);

/** Formats a calendar day relative to the viewer's today: "today", "tomorrow", "3 days ago"; a date from a week on. */
export function relativeDay(day: number, now: number, { zone, dates } = timeStyle()) {
  const today = todayIn(zone, now);
  const days = Math.floor((day - today) / DAY_MS);
  if (days === 0) return say.today;
  if (days === 1) return say.tomorrow;
  if (days === -1) return say.yesterday;
  if (Math.abs(days) < 7) return days > 0 ? say.inDays(days) : say.daysAgo(-days);
  return shortDate(day, today, styleOf(UTC, dates));
}

/** Checks whether a formatted time goes out of date; a plain date doesn't. */
export const isRelative = say.isRelative;
