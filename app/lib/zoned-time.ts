/** A moment on calendar and clock of a time zone; months from 1. */
export type ZonedTime = { year: number; month: number; day: number; hour: number; minute: number; second: number };

export const UTC = "UTC";

const formats = new Map<string, Intl.DateTimeFormat>();

/** `at` in UTC milliseconds. Throws a RangeError for a zone that nobody knows. */
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

/** A time zone as it is written, `Europe/Berlin` of "europe/berlin"; null for none. "+01:00" is no zone. */
export function timeZoneNamed(name: string): string | null {
  try {
    if (!/^[A-Za-z]/.test(name)) return null;
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
