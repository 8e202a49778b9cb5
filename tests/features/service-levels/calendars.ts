import type { BusinessCalendar } from "~/features/service-levels/business-calendar";
import { type CalendarText, parseCalendar } from "~/features/service-levels/calendar-text";
import { atWallClock } from "~/lib/zoned-time";

/** A calendar from its form; hours from Monday to Friday by default. */
export function aCalendar(text: Partial<CalendarText> & { hours?: string } = {}): BusinessCalendar {
  const hours = text.hours ?? "09:00-17:00";
  const weekdays = [hours, hours, hours, hours, hours, "", ""];
  const parsed = parseCalendar({ zone: "Europe/Berlin", weekdays, holidays: "", alwaysOpen: false, ...text });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.mistakes));
  return parsed.calendar;
}

/** The instant of a local time such as `2026-03-09 09:30`; one with a Z is UTC. */
export const at = (local: string, zone = "Europe/Berlin") => {
  if (local.endsWith("Z")) return Date.parse(local.replace(" ", "T"));
  return atWallClock(Date.parse(`${local.replace(" ", "T")}Z`), zone);
};

/** A moment as UTC text: `2026-03-09 08:30Z`. Seconds only if there are any. */
export const utc = (moment: number | null) =>
  moment === null
    ? null
    : `${new Date(moment)
        .toISOString()
        .replace("T", " ")
        .replace(/(:00)?\.000Z$/, "")}Z`;
