/** Durations in milliseconds. A day is 24 hours: nothing timed with these knows time zones. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const UNIT_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** Reads `30m`, `4h`, `7d` or `2w` as milliseconds. */
export function readDuration(text: string): number | null {
  const match = /^(\d{1,5})([mhdw])$/i.exec(text);
  const unit = match?.[2]?.toLowerCase() as keyof typeof UNIT_MS | undefined;
  return unit ? Number(match?.[1]) * UNIT_MS[unit] : null;
}
