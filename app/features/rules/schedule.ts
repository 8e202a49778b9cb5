import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { atWallClock, wallClock } from "~/lib/zoned-time";

/** Weekdays from 0 for Sunday, as in `Date`. `time`: milliseconds since midnight, in local time. */
export type Schedule =
  | { kind: "every"; minutes: number }
  | { kind: "daily"; time: number }
  | { kind: "weekly"; weekday: number; time: number }
  | { kind: "monthly"; day: number; time: number };

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Parses `every 5 minutes`, `daily at 09:00`, `weekly on Monday at 09:00` or `monthly on 1 at 09:00`; null for others. */
export function parseSchedule(text: string): Schedule | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, " ");
  const every = /^every (\d{1,2}) minutes?$/.exec(typed);
  if (every) {
    const minutes = Number(every[1]);
    return minutes >= 1 && minutes <= 59 ? { kind: "every", minutes } : null;
  }
  const match = /^(daily|weekly on ([a-z]+)|monthly on (\d{1,2})) at (\d{1,2}):(\d\d)$/.exec(typed);
  if (!match) return null;
  const [hours, minutes] = [Number(match[4]), Number(match[5])];
  if (hours > 23 || minutes > 59) return null;
  const time = hours * HOUR_MS + minutes * MINUTE_MS;
  if (match[2] !== undefined) {
    const weekday = WEEKDAYS.indexOf(match[2]);
    return weekday < 0 ? null : { kind: "weekly", weekday, time };
  }
  if (match[3] === undefined) return { kind: "daily", time };
  const day = Number(match[3]);
  return day >= 1 && day <= 31 ? { kind: "monthly", day, time } : null;
}

/**
 * The next time after `now`. A time skipped by a clock change moves forward, and a repeated one counts once. A month
 * without the day uses its last one.
 */
export function nextTime(schedule: Schedule, zone: string, now: number): number {
  if (schedule.kind === "every") {
    const step = schedule.minutes * MINUTE_MS;
    return Math.floor(now / step) * step + step;
  }
  const today = Math.floor(wallClock(now, zone) / DAY_MS) * DAY_MS;
  // Yesterday too: a time moved forward may be past midnight.
  for (let day = today - DAY_MS; ; day += DAY_MS) {
    if (!isDue(schedule, new Date(day))) continue;
    const at = atWallClock(day + schedule.time, zone);
    if (at > now) return at;
  }
}

function isDue(schedule: Exclude<Schedule, { kind: "every" }>, day: Date): boolean {
  if (schedule.kind === "daily") return true;
  if (schedule.kind === "weekly") return day.getUTCDay() === schedule.weekday;
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(schedule.day, last);
}
