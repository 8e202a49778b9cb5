import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { type BusinessCalendar, holidayOn, hoursOn, openingsOn } from "../business-calendar";
import { formatHours } from "../calendar-text";

/* A year of a calendar as a picture and its table. One row per month, one column per day, midnight at the top. */

/** Sizes in the picture's units: a day's column, its 24 hours, a month's row, and the room for names. */
export const PICTURE = { day: 10, hours: 24, row: 28, left: 30, top: 14, width: 342, height: 352 } as const;

/** A day whose hours differ from those of its weekday. `hours` is empty for a closed day. */
export type SpecialDay = { date: string; name: string; hours: string };

/** A month of the table. `month` counts from 1. */
type MonthRow = { month: number; openDays: number; openHours: number; special: SpecialDay[] };

/** `days`, `open` and `special` are SVG paths: all days, their opening hours, and marks below holidays. */
export type CalendarYear = { year: number; months: MonthRow[]; days: string; open: string; special: string };

/** Years with a picture: those in which clocks can run. */
export const isYear = (year: number) => Number.isInteger(year) && year >= 1970 && year <= 2200;

const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Calendar days of a month. */
const daysOf = (year: number, month: number) =>
  Array.from({ length: new Date(Date.UTC(year, month, 0)).getUTCDate() }, (_, day) =>
    Date.UTC(year, month - 1, day + 1),
  );

export function calendarYear(calendar: BusinessCalendar, year: number): CalendarYear {
  const [days, open, special]: string[][] = [[], [], []];
  const months = Array.from({ length: 12 }, (_, index) => {
    const y = PICTURE.top + index * PICTURE.row;
    const row: MonthRow = { month: index + 1, openDays: 0, openHours: 0, special: [] };
    let openMs = 0;
    for (const [at, day] of daysOf(year, index + 1).entries()) {
      const x = PICTURE.left + at * PICTURE.day;
      days?.push(box(x, y, PICTURE.day - 1, PICTURE.hours));
      const openings = openingsOn(calendar, day);
      const ms = openings.reduce((sum, { from, until }) => sum + until - from, 0);
      openMs += ms;
      if (ms > 0) row.openDays++;
      // A day that its time zone skipped has hours, but isn't open.
      for (const { start, end } of ms > 0 ? hoursOn(calendar, day) : []) {
        open?.push(box(x, y + round(start / 60), PICTURE.day - 1, round((end - start) / 60)));
      }
      const holiday = holidayOn(calendar, day);
      if (!holiday) continue;
      special?.push(box(x, y + PICTURE.hours + 1, PICTURE.day - 1, 2));
      const date = new Date(day).toISOString().slice(0, "2026-04-03".length);
      row.special.push({ date, name: holiday.name, hours: formatHours(holiday.hours) });
    }
    row.openHours = round(openMs / HOUR_MS);
    return row;
  });
  return { year, months, days: days?.join("") ?? "", open: open?.join("") ?? "", special: special?.join("") ?? "" };
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The year of `?year=`, else the current one. */
export function chosenYear(asked: string | null, now: number): number {
  const year = /^\d{4}$/.test(asked ?? "") ? Number(asked) : Number.NaN;
  return isYear(year) ? year : new Date(now).getUTCFullYear();
}

/** Open hours in a week without holidays. */
export const weeklyHours = ({ weekdays, alwaysOpen }: BusinessCalendar): number =>
  alwaysOpen
    ? (7 * DAY_MS) / HOUR_MS
    : round(weekdays.flat().reduce((sum, { start, end }) => sum + (end - start), 0) / 60);
