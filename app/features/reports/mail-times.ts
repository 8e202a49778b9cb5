import { HOUR_MS } from "~/lib/durations";
import { addDays, addMonths, dayName, startsAt } from "./report-days";
import type { Mailed } from "./saved-report-schema";

/** When a report is mailed next: on Mondays, or the first of a month, at seven o'clock. */
export function nextMailAt(mailed: Mailed, now: number, zone: string): number | null {
  if (mailed === "never") return null;
  const today = dayName(now, zone);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const month = today.slice(0, 7);
  const days =
    mailed === "weekly"
      ? [addDays(today, -((weekday + 6) % 7)), addDays(today, 7 - ((weekday + 6) % 7))]
      : [`${month}-01`, `${addMonths(month, 1)}-01`];
  const times = days.map((day) => startsAt(day, zone) + 7 * HOUR_MS);
  return times.find((at) => at > now) ?? null;
}
