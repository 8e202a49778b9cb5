import { startOfDay } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";
import { atWallClock, zonedTime } from "~/lib/zoned-time";

/* Days, months and years of one time zone, named as in queries: 2026-03-09, 2026-03, 2026. Names sort by time. */

const two = (n: number) => String(n).padStart(2, "0");

/** The day of a moment. Month and year are its prefixes. */
export function dayName(at: number, zone: string): string {
  const { year, month, day } = zonedTime(at, zone);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** The names of a moment's year, month and day, for counting. */
export function periodsOf(at: number, zone: string): readonly [string, string, string] {
  const day = dayName(at, zone);
  return [day.slice(0, 4), day.slice(0, 7), day];
}

/** When a day begins. */
export const startsAt = (day: string, zone: string) => atWallClock(startOfDay(day) ?? 0, zone);

export const addDays = (day: string, days: number) =>
  new Date((startOfDay(day) ?? 0) + days * DAY_MS).toISOString().slice(0, 10);

const monthAfter = (month: string) => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${two(number + 1)}`;
};

export const lastOfMonth = (month: string) => addDays(`${monthAfter(month)}-01`, -1);

export const addMonths = (month: string, months: number) => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const all = year * 12 + number - 1 + months;
  return `${Math.floor(all / 12)}-${two((all % 12) + 1)}`;
};

export const daysBetween = (from: string, to: string) => ((startOfDay(to) ?? 0) - (startOfDay(from) ?? 0)) / DAY_MS + 1;

/** The fewest years, months and days that make up a period; `to` is its last day. */
export function namesOf(from: string, to: string): string[] {
  const names: string[] = [];
  let day = from;
  while (day <= to) {
    const [year, month] = [day.slice(0, 4), day.slice(0, 7)];
    if (day.endsWith("-01-01") && `${year}-12-31` <= to) {
      names.push(year);
      day = `${Number(year) + 1}-01-01`;
    } else if (day.endsWith("-01") && lastOfMonth(month) <= to) {
      names.push(month);
      day = `${monthAfter(month)}-01`;
    } else {
      names.push(day);
      day = addDays(day, 1);
    }
  }
  return names;
}
