import { midnightOf, todayIn } from "~/lib/calendar-day";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { atWallClock, UTC, zonedTime } from "~/lib/zoned-time";

/** Parses a date cell to UTC milliseconds; null if it doesn't match. */
export type ReadDate = (text: string) => number | null;

type Part = "year" | "month" | "day" | "hour" | "hour12" | "minute" | "second" | "fraction" | "half";

const TOKENS: Record<string, [pattern: string, part: Part]> = {
  YYYY: ["\\d{4}", "year"],
  MM: ["\\d{2}", "month"],
  M: ["\\d{1,2}", "month"],
  DD: ["\\d{2}", "day"],
  D: ["\\d{1,2}", "day"],
  HH: ["\\d{2}", "hour"],
  H: ["\\d{1,2}", "hour"],
  hh: ["\\d{2}", "hour12"],
  h: ["\\d{1,2}", "hour12"],
  mm: ["\\d{2}", "minute"],
  ss: ["\\d{2}", "second"],
  SSS: ["\\d{3}", "fraction"],
  A: ["[AaPp][Mm]", "half"],
};
const TOKEN = /YYYY|MM|M|DD|D|HH|H|hh|h|mm|ss|SSS|A|T|Z|[^A-Za-z]|[A-Za-z]+/g;

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

const NAMED: Record<string, (reading: Reading) => ReadDate> = {
  ISO: (reading) => (text) => readIso(text, reading),
  unix:
    ({ ofMoment }) =>
    (text) =>
      /^-?\d{1,11}(\.\d+)?$/.test(text) ? inRange(ofMoment(Math.round(Number(text) * 1000))) : null,
  "unix-ms":
    ({ ofMoment }) =>
    (text) =>
      /^-?\d{1,14}$/.test(text) ? inRange(ofMoment(Number(text))) : null,
};

/** Dates outside this range are typos. */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

const inRange = (time: number | null) => (time !== null && time >= EARLIEST && time < LATEST ? time : null);

/**
 * Creates a parser for one date format: `DD-MM-YYYY HH:mm`, `M/D/YYYY h:mm A`, `ISO`, `unix` (seconds) or `unix-ms`.
 * Null if the format has an unknown letter, lacks a day, or repeats a part.
 *
 * timeZone  zone of dates without an offset. A time skipped by daylight saving counts as the hour after it, a repeated
 *           one as the first.
 */
export function dateReader(format: string, timeZone: string): ReadDate | null {
  const zone = zoneOf(timeZone);
  return readerOf(format, {
    ofWall: (wall, offset) => (offset === null ? zone(wall) : wall - offset),
    ofMoment: (at) => at,
  });
}

/** Like `dateReader`, for calendar days (lib/calendar-day): the day as written, ignoring any hour and offset. */
export const dayReader = (format: string, timeZone: string) =>
  readerOf(format, { ofWall: midnightOf, ofMoment: (at) => todayIn(timeZone, at) });

/** Converts a wall-clock time, with its offset in milliseconds if it has one, or a moment. */
type Reading = {
  ofWall: (wall: number, offset: number | null) => number;
  ofMoment: (at: number) => number;
};

function readerOf(format: string, reading: Reading): ReadDate | null {
  const named = Object.hasOwn(NAMED, format) ? NAMED[format] : undefined;
  if (named) return named(reading);

  const parts: Part[] = [];
  let pattern = "";
  for (const [token] of format.matchAll(TOKEN)) {
    const known = Object.hasOwn(TOKENS, token) ? TOKENS[token] : undefined;
    if (!known && /[A-Za-z]/.test(token) && token !== "T" && token !== "Z") return null;
    if (known) parts.push(known[1]);
    pattern += known ? `(${known[0]})` : token.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  }
  const has = (part: Part) => parts.includes(part);
  if (!has("year") || !has("month") || !has("day") || new Set(parts).size !== parts.length) return null;
  if ((has("hour") && has("hour12")) || has("hour12") !== has("half")) return null;

  const whole = new RegExp(`^${pattern}$`);
  return (text) => {
    const match = whole.exec(text);
    if (!match) return null;
    const found = new Map(parts.map((part, index) => [part, match[index + 1] ?? ""]));
    const number = (part: Part, otherwise = 0) => (found.has(part) ? Number(found.get(part)) : otherwise);
    let hour = number("hour");
    if (found.has("hour12")) {
      const twelfth = number("hour12");
      if (twelfth < 1 || twelfth > 12) return null;
      hour = (twelfth % 12) + (/p/i.test(found.get("half") ?? "") ? 12 : 0);
    }
    const time = wallTime(number("year"), number("month"), number("day"), hour, number("minute"), number("second"));
    return time === null ? null : inRange(reading.ofWall(time + number("fraction"), null));
  };
}

function readIso(text: string, { ofWall }: Reading): number | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const time = wallTime(year, month, day, hour, minute, second);
  if (time === null) return null;
  const exact = time + Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const offset = match[8]?.toUpperCase();
  if (offset === undefined) return inRange(ofWall(exact, null));
  if (offset === "Z") return inRange(ofWall(exact, 0));
  const [hours = 0, minutes = 0] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  if (hours > 15 || minutes > 59) return null;
  const ahead = hours * HOUR_MS + minutes * MINUTE_MS;
  return inRange(ofWall(exact, offset.startsWith("-") ? -ahead : ahead));
}

/** A wall-clock time in milliseconds as if in UTC; null for an invalid date such as 31 February. */
function wallTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  if (hour > 23 || minute > 59 || second > 59) return null;
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : null;
}

/** Converts a zone's wall-clock time to UTC milliseconds. */
type Zone = (wallTime: number) => number;

const QUARTER = 15 * MINUTE_MS; // every clock change since 1900 that matters here falls on a quarter of an hour

function zoneOf(timeZone: string): Zone {
  if (timeZone === UTC) return (time) => time;
  const known = new Map<number, number>();
  /** The zone's offset from UTC, cached per quarter of an hour. */
  const offsetAt = (time: number) => {
    const quarter = Math.floor(time / QUARTER) * QUARTER;
    const cached = known.get(quarter);
    if (cached !== undefined) return cached;
    const { year, month, day, hour, minute, second } = zonedTime(quarter, timeZone);
    const wall = Date.UTC(year, month - 1, day, hour, minute, second);
    if (known.size > 10_000) known.clear();
    known.set(quarter, wall - quarter);
    return wall - quarter;
  };
  return (wall) => atWallClock(wall, timeZone, offsetAt);
}
