import { isDay } from "~/lib/calendar-day";
import { formatNumber } from "~/lib/numbers";
import { codePoints } from "~/lib/text";
import { timeZoneNamed } from "~/lib/time-zones";
import type { BusinessCalendar, Holiday, Hours } from "./business-calendar";
import { SERVICE_LEVEL_LIMITS } from "./service-levels";
import * as say from "./service-levels-copy";

/** A value, or an error that says what to write instead. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string };

const refused = (message: string) => ({ ok: false, message }) as const;

const TIME = String.raw`\d{1,2}:\d{2}`;
const RANGE = String.raw`${TIME}\s*[-–]\s*${TIME}`;
const ONE_RANGE = new RegExp(String.raw`^(${TIME})\s*[-–]\s*(${TIME})$`);
const RANGES_AND_NAME = new RegExp(String.raw`^((?:${RANGE}(?:\s*,\s*|(?=\s|$)))*)\s*(.*)$`);

/** Minutes of a time such as `09:00` or `24:00`; null for one that doesn't exist. */
function minutesOf(text: string): number | null {
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  const minutes = hour * 60 + minute;
  return minute < 60 && minutes <= 24 * 60 ? minutes : null;
}

/** Parses hours such as `09:00-12:00, 13:00-17:00`, in any order. An empty text means closed. */
export function parseHours(text: string): Parsed<Hours[]> {
  const parts = text.split(",").flatMap((part) => part.trim() || []);
  const hours: Hours[] = [];
  for (const part of parts) {
    const match = ONE_RANGE.exec(part);
    if (!match) return refused(say.notHours(part));
    const [, from = "", to = ""] = match;
    const [start, end] = [minutesOf(from), minutesOf(to)];
    if (start === null || end === null) return refused(say.noSuchTime(start === null ? from : to));
    if (end <= start) return refused(say.endsBeforeStart(part));
    hours.push({ start, end });
  }
  hours.sort((a, b) => a.start - b.start);
  const clash = hours.findIndex(({ end }, index) => end > (hours[index + 1]?.start ?? end));
  if (clash >= 0) {
    const [first, second] = hours.slice(clash, clash + 2).map((range) => formatHours([range]));
    return refused(say.hoursOverlap(first ?? "", second ?? ""));
  }
  const most = SERVICE_LEVEL_LIMITS.intervalsPerDay;
  return hours.length > most ? refused(say.tooManyHours(most)) : { ok: true, value: hours };
}

const two = (n: number) => String(n).padStart(2, "0");
const formatTime = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

export const formatHours = (hours: readonly Hours[]) =>
  hours.map(({ start, end }) => `${formatTime(start)}-${formatTime(end)}`).join(", ");

/** Whether a day exists, `02-29` included: yearly holidays on it only count in leap years. */
const exists = (date: string) => isDay(date.length === "12-25".length ? `2024-${date}` : date);

/** Parses a line such as `12-24 09:00-12:00 Christmas Eve`. */
function parseHoliday(line: string): Parsed<Holiday> {
  const [, date, rest = ""] = /^((?:\d{4}-)?\d{2}-\d{2})(?:\s+(.*))?$/.exec(line) ?? [];
  if (date === undefined) return refused(say.needsADate(line.split(/\s/)[0] ?? ""));
  if (!exists(date)) return refused(say.noSuchDate(date));
  const [, ranges = "", name = ""] = RANGES_AND_NAME.exec(rest) ?? [];
  if (/^\d{1,2}[:.]\d{2}/.test(name)) return refused(say.notHours(name.split(/\s/)[0] ?? ""));
  const most = SERVICE_LEVEL_LIMITS.holidayName;
  if (codePoints(name) > most) return refused(say.holidayNameTooLong(most));
  const hours = parseHours(ranges.replace(/[\s,]+$/, ""));
  return hours.ok ? { ok: true, value: { date, hours: hours.value, name } } : hours;
}

/** Parses holidays, one a line. Reports the first mistake with its line number. */
export function parseHolidays(text: string): Parsed<Holiday[]> {
  const holidays: Holiday[] = [];
  const lineOf = new Map<string, number>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const holiday = parseHoliday(line.trim());
    if (!holiday.ok) return refused(say.inLine(index + 1, holiday.message));
    const { date } = holiday.value;
    const before = lineOf.get(date);
    if (before !== undefined) return refused(say.inLine(index + 1, say.repeatsLine(date, before)));
    lineOf.set(date, index + 1);
    holidays.push(holiday.value);
  }
  const most = SERVICE_LEVEL_LIMITS.holidays;
  if (holidays.length > most) return refused(say.tooManyHolidays(formatNumber(most)));
  return { ok: true, value: holidays };
}

export const formatHolidays = (holidays: readonly Holiday[]) =>
  holidays
    .map(({ date, hours, name }) => [date, formatHours(hours), name].filter((part) => part !== "").join(" "))
    .join("\n");

/** A calendar as typed: `weekdays` are seven texts, Monday first. */
export type CalendarText = { zone: string; weekdays: readonly string[]; holidays: string; alwaysOpen: boolean };

/** The form's mistakes by field; `weekdays` holds seven, null for those without one. */
export type CalendarMistakes = {
  zone: string | null;
  weekdays: (string | null)[];
  holidays: string | null;
  /** An error of the whole calendar: it's never open. */
  calendar: string | null;
};

/** Parses a calendar. Hours and holidays must be valid even when always open, because unticking it brings them back. */
export function parseCalendar(
  text: CalendarText,
): { ok: true; calendar: BusinessCalendar } | { ok: false; mistakes: CalendarMistakes } {
  const { alwaysOpen } = text;
  const zone = timeZoneNamed(text.zone.trim());
  const weekdays = say.weekdays.map((_, weekday) => parseHours(text.weekdays[weekday] ?? ""));
  const holidays = parseHolidays(text.holidays);
  const hours = weekdays.map((day) => (day.ok ? day.value : []));
  const mistakes: CalendarMistakes = {
    zone: zone === null ? say.unknownZone(text.zone.trim()) : null,
    weekdays: weekdays.map((day) => (day.ok ? null : day.message)),
    holidays: holidays.ok ? null : holidays.message,
    calendar: null,
  };
  if (!holidays.ok || zone === null || weekdays.some(({ ok }) => !ok)) return { ok: false, mistakes };
  if (!alwaysOpen && hours.every((day) => day.length === 0)) {
    return { ok: false, mistakes: { ...mistakes, calendar: say.needsAnOpening } };
  }
  return { ok: true, calendar: { zone, weekdays: hours, holidays: holidays.value, alwaysOpen } };
}

/** Formats a calendar for its form; `parseCalendar` reads it back. */
export const formatCalendar = ({ zone, weekdays, holidays, alwaysOpen }: BusinessCalendar): CalendarText => ({
  zone,
  weekdays: weekdays.map(formatHours),
  holidays: formatHolidays(holidays),
  alwaysOpen,
});
