const MAX_CHARACTERS = 100;
const HAS_ZONE = /(?:[+-]\d{4}|\b[A-Z]{1,5})$/i;
/**
 * A day of a month, in the format of mail, C's `ctime` or ISO 8601. Checked because `Date` parses almost any word and
 * number.
 */
const HAS_DAY = /\d[ -][A-Z]{3,9}[ -]\d{2}|[A-Z]{3} +\d{1,2} .*\d{4}|\d{4}-\d{2}-\d{2}/i;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(10_000, 0, 1);

/** Reads a Date header as UTC milliseconds; null if it's missing or no date. Without a zone it counts as UTC. */
export function mailDate(header: string | null): number | null {
  if (header === null || header.length > MAX_CHARACTERS) return null;
  const text = header
    .replace(/\([^()]*\)?/g, " ")
    .replace(/\bUT\b/, "UTC")
    .trim();
  if (!HAS_DAY.test(text)) return null;
  const time = Date.parse(HAS_ZONE.test(text) ? text : `${text} +0000`);
  return time >= FIRST && time < LAST ? time : null;
}
