import { parseCalendar } from "../calendar-text";
import { weekdays } from "../service-levels-copy";
import * as say from "./calendars-copy";

/** Adds a calendar, then continues to the policy that needs it. */
export const CALENDAR_FOR_POLICY = "/settings/calendars/new?policy";

export const CALENDAR_LIMITS = { name: 60, hours: 200, holidays: 200_000, calendars: 50, fileKiB: 1_024 } as const;

export const WEEKDAY_FIELDS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** A calendar's form. */
export type CalendarFields = Record<(typeof WEEKDAY_FIELDS)[number], string> & {
  name: string;
  zone: string;
  holidays: string;
  alwaysOpen: boolean;
};

export const CALENDAR_LABELS: Record<keyof CalendarFields, string> = {
  name: say.name,
  zone: say.timeZone,
  ...(Object.fromEntries(WEEKDAY_FIELDS.map((field, weekday) => [field, weekdays[weekday]])) as Record<
    (typeof WEEKDAY_FIELDS)[number],
    string
  >),
  holidays: say.holidays,
  alwaysOpen: say.alwaysOpen,
};

export const CALENDAR_FIELDS = Object.keys(CALENDAR_LABELS) as (keyof CalendarFields)[];

const WORKDAY = "09:00-17:00";

export const NEW_CALENDAR: Omit<CalendarFields, "zone"> = {
  ...{ name: "", monday: WORKDAY, tuesday: WORKDAY, wednesday: WORKDAY, thursday: WORKDAY, friday: WORKDAY },
  ...{ saturday: "", sunday: "", holidays: "", alwaysOpen: false },
};

export const calendarTextOf = (fields: Omit<CalendarFields, "name">) => ({
  ...{ zone: fields.zone, holidays: fields.holidays, alwaysOpen: fields.alwaysOpen },
  weekdays: WEEKDAY_FIELDS.map((field) => fields[field]),
});

/** The calendar of a valid form; null for one with mistakes. */
export function calendarOf(fields: Omit<CalendarFields, "name">) {
  const parsed = parseCalendar(calendarTextOf(fields));
  return parsed.ok ? parsed.calendar : null;
}

/** A field's value as conflicts and the security log show it. */
export function calendarValue(field: keyof CalendarFields, fields: CalendarFields): string {
  if (field === "alwaysOpen") return fields.alwaysOpen ? say.yes : say.no;
  if (field === "name" || field === "zone") return fields[field];
  if (field === "holidays") return say.holidayCount(fields.holidays.split("\n").filter(Boolean).length);
  return fields[field] || say.closed;
}

export const calendarHref = (id: number) => `/settings/calendars/${id}`;
