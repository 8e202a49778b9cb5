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

type BothForms = { dateTime: string; title: string };

/** Those that were asked for last: everybody's lists show the same tasks. */
const inBothForms = new Map<number, BothForms>();
const REMEMBERED = 5_000;

/** "5 March 2026, 14:07 UTC". `at` in UTC milliseconds. The zone is named as long as people cannot choose theirs. */
export const absoluteTime = (at: number) => bothForms(at).title;

/** The same for programs and for people, as properties of a `<time>`. */
export function bothForms(at: number): BothForms {
  const known = inBothForms.get(at);
  if (known) return known;
  if (inBothForms.size >= REMEMBERED) inBothForms.clear();
  const t = new Date(at);
  const dateTime = t.toISOString();
  const made = { dateTime, title: `${dayOf(t)}, ${dateTime.slice(11, 16)} UTC` };
  inBothForms.set(at, made);
  return made;
}

/** "5 Mar", with the year when it is not the one of `now`. */
function shortDate(at: number, now: number) {
  const t = new Date(at);
  const day = `${t.getUTCDate()} ${MONTHS[t.getUTCMonth()]?.slice(0, 3)}`;
  return t.getUTCFullYear() === new Date(now).getUTCFullYear() ? day : `${day} ${t.getUTCFullYear()}`;
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
