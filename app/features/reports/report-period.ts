import { isDay } from "~/lib/calendar-day";
import { addDays, addMonths, dayName, daysBetween, lastOfMonth } from "./report-days";
import { REPORT_LIMITS } from "./reports";
import * as say from "./reports-copy";

/** A period of whole days, `to` included. */
export type Period = { from: string; to: string };

export const PRESETS = [
  "this-week",
  "last-week",
  "this-month",
  "last-month",
  "last-30-days",
  "last-90-days",
  "this-year",
  "last-year",
] as const;
export type Preset = (typeof PRESETS)[number];

export const isPreset = (text: string): text is Preset => PRESETS.some((preset) => preset === text);

/** The period of a preset, as of `now`. Weeks begin on Monday. */
export function periodOf(preset: Preset, now: number, zone: string): Period {
  const today = dayName(now, zone);
  const [year, month] = [Number(today.slice(0, 4)), today.slice(0, 7)];
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
  const lastMonth = addMonths(month, -1);
  switch (preset) {
    case "this-week":
      return { from: monday, to: addDays(monday, 6) };
    case "last-week":
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case "this-month":
      return { from: `${month}-01`, to: lastOfMonth(month) };
    case "last-month":
      return { from: `${lastMonth}-01`, to: lastOfMonth(lastMonth) };
    case "last-30-days":
      return { from: addDays(today, -29), to: today };
    case "last-90-days":
      return { from: addDays(today, -89), to: today };
    case "this-year":
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    case "last-year":
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

/** The previous period, for comparison: as many months if the period is whole months, otherwise as many days. */
export function periodBefore({ from, to }: Period): Period {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  const ends = addDays(from, -1);
  if (!from.endsWith("-01") || to !== lastOfMonth(last))
    return { from: addDays(from, -daysBetween(from, to)), to: ends };
  const months =
    Number(last.slice(0, 4)) * 12 + Number(last.slice(5)) - Number(first.slice(0, 4)) * 12 - Number(first.slice(5));
  return { from: `${addMonths(first, -months - 1)}-01`, to: ends };
}

/** The error in a typed period; null if it is valid. */
export function periodError({ from, to }: Period): { field: "from" | "to"; message: string } | null {
  if (!isDay(from)) return { field: "from", message: say.chooseADay };
  if (!isDay(to)) return { field: "to", message: say.chooseADay };
  if (to < from) return { field: "to", message: say.endsBeforeItBegins };
  if (daysBetween(from, to) > REPORT_LIMITS.years * 366) return { field: "from", message: say.periodTooLong };
  if (Number(from.slice(0, 4)) < 1980) return { field: "from", message: say.chooseADay };
  return null;
}

/** The most points a chart has room for. */
const MOST_POINTS = 31;

/** Divides a period for charts: into days, weeks, or calendar months, whose first and last may be cut off. */
export function pointsOf({ from, to }: Period): Period[] {
  const days = daysBetween(from, to);
  const points: Period[] = [];
  let day = from;
  while (day <= to) {
    const monthEnd = lastOfMonth(day.slice(0, 7));
    const end = days <= MOST_POINTS ? day : days <= MOST_POINTS * 7 ? addDays(day, 6) : monthsOn(monthEnd, days);
    points.push({ from: day, to: end < to ? end : to });
    day = addDays(end, 1);
  }
  return points;
}

/** The end of a group of months, grouped so that 31 points cover the period. */
function monthsOn(monthEnd: string, days: number): string {
  const months = Math.ceil(days / 28 / MOST_POINTS);
  return months <= 1 ? monthEnd : lastOfMonth(addMonths(monthEnd.slice(0, 7), months - 1));
}
