import { DAY_MS } from "./durations";
import { wallClock } from "./zoned-time";

/*
 * A calendar day, such as the day a task is due, has no time zone: it's the same day for everybody. It is kept as midnight
 * UTC of that day, in milliseconds, which sorts and compares as a number. Never compare it with a moment: compare it with
 * `todayIn` the zone of the viewer.
 */

/** Reads `2026-03-09`; the empty text is no day. */
export const startOfDay = (day: string) => (day === "" ? null : Date.parse(`${day}T00:00:00Z`));

/** Writes a day as `2026-03-09`; no day is the empty text. */
export const dayOf = (day: number | null) => (day === null ? "" : new Date(day).toISOString().slice(0, 10));

/** The calendar day that holds a wall clock reading or any other time in UTC. */
export const midnightOf = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;

/** The day it is in a time zone. `now` in UTC milliseconds. */
export const todayIn = (zone: string, now: number) => midnightOf(wallClock(now, zone));
