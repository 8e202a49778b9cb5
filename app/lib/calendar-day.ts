import { DAY_MS } from "./durations";
import { wallClock } from "./zoned-time";

/*
 * A calendar day, such as a due day, has no time zone: it's the same day for everyone. Stored as midnight UTC of that day
 * in milliseconds, it sorts and compares as a number. Never compare it with a moment, only with `todayIn` the viewer's time
 * zone.
 */

/** Parses `2026-03-09`; null for an empty text. */
export const startOfDay = (day: string) => (day === "" ? null : Date.parse(`${day}T00:00:00Z`));

/** Formats a day as `2026-03-09`; an empty text for null. */
export const dayOf = (day: number | null) => (day === null ? "" : new Date(day).toISOString().slice(0, 10));

/** Checks for a valid `2026-03-09`, with the four-digit year that `<input type="date">` sends. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const day = startOfDay(text) ?? Number.NaN;
  return !Number.isNaN(day) && dayOf(day) === text; // 2026-02-30 doesn't exist
}

/** Returns the UTC day of a moment or a wall-clock time. */
export const midnightOf = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;

/** Today in a time zone. `now` in UTC milliseconds. */
export const todayIn = (zone: string, now: number) => midnightOf(wallClock(now, zone));
