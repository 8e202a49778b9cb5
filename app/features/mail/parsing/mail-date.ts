const MAX_CHARACTERS = 100;
const HAS_ZONE = /(?:[+-]\d{4}|\b[A-Z]{1,5})$/i;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(10_000, 0, 1);

/** Reads a Date header as UTC milliseconds; null if it's missing or no date. Without a zone it counts as UTC. */
export function mailDate(header: string | null): number | null {
  if (header === null || header.length > MAX_CHARACTERS) return null;
  const text = header
    .replace(/\([^()]*\)?/g, " ")
    .replace(/\bUT\b/, "UTC")
    .trim();
  const time = Date.parse(HAS_ZONE.test(text) ? text : `${text} +0000`);
  return time >= FIRST && time < LAST ? time : null;
}
