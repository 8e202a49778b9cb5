/* Parsers for dates, durations and numbers. All return null for anything else. */

export const NAMED_PERIODS = [
  "today",
  "yesterday",
  "tomorrow",
  "this-week",
  "last-week",
  "this-month",
  "last-month",
] as const;
type NamedPeriod = (typeof NAMED_PERIODS)[number];

/** A calendar period from midnight to midnight. Months count from 1. */
export type Period =
  | { kind: "day"; year: number; month: number; day: number }
  | { kind: "month"; year: number; month: number }
  | { kind: "named"; name: NamedPeriod };

/** Reads `2026-03-09`, `2026-03` or a word such as `last-week`. Years 1970 to 9999. */
export function readPeriod(text: string): Period | null {
  const lower = text.toLowerCase();
  const name = NAMED_PERIODS.find((period) => period === lower);
  if (name) return { kind: "named", name };

  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), match[3] === undefined ? null : Number(match[3])];
  if (year < 1970 || month < 1 || month > 12) return null;
  if (day === null) return { kind: "month", year, month };
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day >= 1 && day <= daysInMonth ? { kind: "day", year, month, day } : null;
}

/** Reads a whole number of at most six digits. */
export function readCount(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Reads `1042` or `#1042`. */
export function readTaskNumber(text: string): number | null {
  const match = /^#?([1-9]\d{0,8})$/.exec(text);
  return match ? Number(match[1]) : null;
}
