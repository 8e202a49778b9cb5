import type { MailPreferences } from "~/features/users/mail-preferences";
import { midnightOf } from "~/lib/calendar-day";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { atWallClock, wallClock } from "~/lib/zoned-time";

/** When the daily digest goes out. */
const DIGEST_HOUR = 8;

/** When to mail a notification of this moment; null for never. All times in UTC milliseconds. */
export function mailTime(
  at: number,
  { mailWait, quietFrom, quietUntil, urgentBreaksQuiet }: MailPreferences,
  { zone, urgent }: { zone: string; urgent: boolean },
): number | null {
  if (mailWait === "never") return null;
  const due = mailWait === "daily" ? nextMorning(at, zone) : at + Number(mailWait) * MINUTE_MS;
  return urgent && urgentBreaksQuiet ? due : afterQuietHours(due, { from: quietFrom, until: quietUntil }, zone);
}

function nextMorning(at: number, zone: string): number {
  const wall = wallClock(at, zone);
  const morning = midnightOf(wall) + DIGEST_HOUR * HOUR_MS;
  return atWallClock(wall < morning ? morning : morning + DAY_MS, zone);
}

function afterQuietHours(at: number, quiet: { from: string; until: string }, zone: string): number {
  const [from, until] = [timeOfDay(quiet.from), timeOfDay(quiet.until)];
  if (from === null || until === null || from === until) return at;
  const wall = wallClock(at, zone);
  const midnight = midnightOf(wall);
  const time = wall - midnight;
  const isQuiet = from < until ? from <= time && time < until : from <= time || time < until;
  if (!isQuiet) return at;
  return atWallClock(midnight + until + (time < until ? 0 : DAY_MS), zone);
}

/** Milliseconds since midnight of "07:30"; null for no time. */
function timeOfDay(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour && minute ? Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS : null;
}

export const isTimeOfDay = (text: string) => timeOfDay(text) !== null;
