/** Durations in milliseconds, as every clock here counts. A day is 24 hours: nothing that is timed knows of time zones. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
