import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** "5 March 2026" of a time in UTC milliseconds. */
export const absoluteDay = (at: number) => dayOf(new Date(at));

const dayOf = (t: Date) => `${t.getUTCDate()} ${MONTHS[t.getUTCMonth()]} ${t.getUTCFullYear()}`;

/** "5 March" inside a sentence, with the year when it is not the one of `now`. */
export function dayInWords(at: number, now: number) {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return isThisYear ? absoluteDay(at).slice(0, -5) : absoluteDay(at);
}

/** What is said of one moment whatever time it is now: for programs, for people, its year, and its day as "5 Mar". */
type Moment = { dateTime: string; title: string; year: number; day: string };

/** Those that were asked for last: everybody's lists show the same tasks. */
const moments = new Map<number, Moment>();
const REMEMBERED = 5_000;

/** `at` in UTC milliseconds. */
export function momentOf(at: number): Moment {
  const known = moments.get(at);
  if (known) return known;
  if (moments.size >= REMEMBERED) moments.clear();
  const t = new Date(at);
  const dateTime = t.toISOString();
  const title = `${dayOf(t)}, ${dateTime.slice(11, 16)} UTC`;
  const day = `${t.getUTCDate()} ${MONTHS[t.getUTCMonth()]?.slice(0, 3)}`;
  const made = { dateTime, title, year: t.getUTCFullYear(), day };
  moments.set(at, made);
  return made;
}

/** "5 March 2026, 14:07 UTC". `at` in UTC milliseconds. The zone is named as long as people cannot choose theirs. */
export const absoluteTime = (at: number) => momentOf(at).title;

/** "5 Mar", with the year when it is not the one of `now`. */
function shortDate(at: number, now: number) {
  const { day, year } = momentOf(at);
  return year === new Date(now).getUTCFullYear() ? day : `${day} ${year}`;
}

function distance(ms: number) {
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? "1 day" : `${days} days`;
}

/**
 * How long ago, or how far ahead, in as few words as a list has room for: "just now", "5 min ago", "3 h ago",
 * "2 days ago", "in 4 h"; a date from a week on. Both in UTC milliseconds. Depends on nothing else, so server and
 * browser write the same.
 */
export function relativeTime(at: number, now: number) {
  const ago = now - at;
  if (Math.abs(ago) < MINUTE_MS) return "just now";
  if (Math.abs(ago) >= 7 * DAY_MS) return shortDate(at, now);
  return ago > 0 ? `${distance(ago)} ago` : `in ${distance(-ago)}`;
}
