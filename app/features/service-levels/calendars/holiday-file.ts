import { dayOf, isDay, startOfDay } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";
import { cleanLine } from "~/lib/text";
import type { Holiday } from "../business-calendar";
import { formatHolidays, parseHolidays } from "../calendar-text";
import { SERVICE_LEVEL_LIMITS } from "../service-levels";

/* Reads the holidays of an iCalendar file (RFC 5545): whole days, once or every year. */

/**
 * holidays  by date, one for each
 * skipped   events that aren't whole days, or don't repeat yearly
 */
export type HolidayFile = { holidays: Holiday[]; skipped: number };

/** The longest event taken as a holiday. */
const MOST_DAYS = 31;

/** A content line: its name and parameters in upper case, and its value. */
type Property = { name: string; parameters: string; value: string };

function propertyOf(line: string): Property {
  // A quoted parameter may hold a colon; none of those read here has one.
  const [, name = "", parameters = "", value = ""] = /^([\w-]+)((?:;[^:;]*)*):(.*)$/s.exec(line) ?? [];
  return { name: name.toUpperCase(), parameters: parameters.toUpperCase(), value: value.trim() };
}

const ESCAPES: Record<string, string> = { n: " ", N: " " };

const unescaped = (value: string) => value.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign);

/** Null if the file isn't a calendar. */
export function readHolidayFile(text: string): HolidayFile | null {
  const unfolded = text.replace(/^\ufeff/, "").replace(/\r?\n[ \t]/g, "");
  if (!/^BEGIN:VCALENDAR\s*$/im.test(unfolded.slice(0, 1_000))) return null;
  const found = new Map<string, Holiday>();
  let skipped = 0;
  let event: Map<string, Property> | null = null;
  let depth = 0; // of an alarm or the like inside the event
  for (const line of unfolded.split(/\r?\n/)) {
    const property = propertyOf(line);
    const component = property.value.toUpperCase();
    if (property.name === "BEGIN" && component === "VEVENT" && !event) event = new Map();
    else if (property.name === "BEGIN" && event) depth++;
    else if (property.name === "END" && event && depth > 0) depth--;
    else if (property.name === "END" && event) {
      const holidays = holidaysOf(event);
      if (!holidays) skipped++;
      for (const holiday of holidays ?? []) if (!found.has(holiday.date)) found.set(holiday.date, holiday);
      event = null;
    } else if (event && depth === 0 && !event.has(property.name)) event.set(property.name, property);
  }
  const holidays = [...found.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  return { holidays, skipped };
}

/** The days of an event; null if they can't be holidays. */
function holidaysOf(event: ReadonlyMap<string, Property>): Holiday[] | null {
  if (event.get("STATUS")?.value.toUpperCase() === "CANCELLED") return [];
  const first = dayIn(event.get("DTSTART"));
  if (first === null) return null;
  const days = Math.round((lastDay(event, first) - first) / DAY_MS);
  if (days < 1 || days > MOST_DAYS) return null;
  const rule = event.get("RRULE")?.value;
  if (rule !== undefined && !isEveryYear(rule, first)) return null;
  const name = nameIn(event.get("SUMMARY"));
  return Array.from({ length: days }, (_, day) => {
    const date = dayOf(first + day * DAY_MS);
    return { date: rule === undefined ? date : date.slice("2026-".length), hours: [], name };
  });
}

/** The day in a property (lib/calendar-day); null for a time. */
function dayIn(property: Property | undefined): number | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(property?.value ?? "") ?? [];
  const date = `${year}-${month}-${day}`;
  return isDay(date) ? startOfDay(date) : null;
}

/** The day after the event: its end or duration, else a single day. */
function lastDay(event: ReadonlyMap<string, Property>, first: number): number {
  const [, amount, unit] = /^P(\d{1,3})([DW])$/i.exec(event.get("DURATION")?.value ?? "") ?? [];
  if (amount) return first + Number(amount) * (unit?.toUpperCase() === "W" ? 7 : 1) * DAY_MS;
  const end = dayIn(event.get("DTEND"));
  return end === null || end === first ? first + DAY_MS : end; // some programs end a single day on itself
}

/**
 * Whether a rule repeats on the same date every year. Other rules, such as the fourth Thursday, can't be a single line.
 */
function isEveryYear(rule: string, first: number): boolean {
  const [, month, day] = dayOf(first).split("-").map(Number);
  return rule
    .toUpperCase()
    .split(";")
    .every((part) => {
      const [key, value = ""] = part.split("=");
      switch (key) {
        case "FREQ":
          return value === "YEARLY";
        case "INTERVAL":
          return Number(value) === 1;
        case "BYMONTH":
          return Number(value) === month;
        case "BYMONTHDAY":
          return Number(value) === day;
        default:
          return key === "WKST" || key === "";
      }
    });
}

/** The event's name for a holiday line; empty if it would be misread, such as a name that looks like hours. */
function nameIn(property: Property | undefined): string {
  const name = [...cleanLine(unescaped(property?.value ?? ""))]
    .slice(0, SERVICE_LEVEL_LIMITS.holidayName)
    .join("")
    .trim();
  const line = formatHolidays([{ date: "2026-01-01", hours: [], name }]);
  const read = parseHolidays(line);
  return read.ok && read.value[0]?.name === name && read.value[0].hours.length === 0 ? name : "";
}

/**
 * Adds holidays to those of a form. Existing lines stay.
 *
 * added  how many dates are new
 */
export function withHolidays(typed: string, holidays: readonly Holiday[]): { text: string; added: number } {
  const dates = new Set(typed.split("\n").map((line) => line.trim().split(/\s/)[0]));
  const fresh = holidays.filter(({ date }) => !dates.has(date));
  return { text: [typed.trimEnd(), formatHolidays(fresh)].filter(Boolean).join("\n"), added: fresh.length };
}
