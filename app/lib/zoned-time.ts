import { DAY_MS } from "./durations";

/** A calendar date and time in a time zone; months from 1. */
export type ZonedTime = { year: number; month: number; day: number; hour: number; minute: number; second: number };

export const UTC = "UTC";

const formats = new Map<string, Intl.DateTimeFormat>();

/** `at` in UTC milliseconds. Throws a RangeError for an unknown zone. */
export function zonedTime(at: number, timeZone: string): ZonedTime {
  if (timeZone === UTC) {
    const t = new Date(at);
    return {
      ...{ year: t.getUTCFullYear(), month: t.getUTCMonth() + 1, day: t.getUTCDate() },
      ...{ hour: t.getUTCHours(), minute: t.getUTCMinutes(), second: t.getUTCSeconds() },
    };
  }
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
      ...{ hour: "numeric", minute: "numeric", second: "numeric" },
    });
    formats.set(timeZone, format);
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

export function offsetAt(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = zonedTime(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** Returns a zone's local time, as the UTC milliseconds at which a UTC clock shows the same. */
export const wallClock = (at: number, timeZone: string) => at + offsetAt(at, timeZone);

/**
 * Returns the moment of a local time. A repeated hour gives the first one; a skipped hour gives the hour after it. `offset`
 * may be a faster `offsetAt` for that zone.
 */
export function atWallClock(wall: number, timeZone: string, offset = (at: number) => offsetAt(at, timeZone)): number {
  // A day before and a day after are on either side of any clock change near this time.
  const [before, after] = [offset(wall - DAY_MS), offset(wall + DAY_MS)];
  const early = wall - before;
  if (before === after || offset(early) === before) return early;
  const late = wall - after;
  return offset(late) === after ? late : early;
}

/** Formats a moment in ISO 8601 with the zone's offset: 2026-11-25T19:02:00-08:00, or 2026-11-26T03:02:00Z in UTC. */
export function isoTime(at: number, timeZone: string): string {
  const offset = timeZone === UTC ? 0 : offsetAt(at, timeZone);
  const text = new Date(at + offset).toISOString().slice(0, -".000Z".length);
  if (timeZone === UTC) return `${text}Z`;
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (n: number) => String(n).padStart(2, "0");
  return `${text}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
