import { atWallClock, zonedTime } from "~/lib/zoned-time";
import type { Period } from "./query-values";

/** UTC milliseconds, end exclusive. */
type Bounds = { from: number; until: number };

type Day = { year: number; month: number; day: number };

/** Bounds of a calendar period in `timeZone`. Weeks begin on Monday. */
export function boundsOf(period: Period, now: number, timeZone: string): Bounds {
  const between = (first: Day, last: Day): Bounds => ({
    from: midnight(first, timeZone),
    until: midnight(last, timeZone),
  });
  switch (period.kind) {
    case "day":
      return between(period, { ...period, day: period.day + 1 });
    case "month":
      return between({ ...period, day: 1 }, { ...period, month: period.month + 1, day: 1 });
    case "named": {
      const today = dayAt(now, timeZone);
      const daysOn = (days: number): Day => ({ ...today, day: today.day + days });
      const first: Day = { ...today, day: 1 };
      const monday = -((new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay() + 6) % 7);
      switch (period.name) {
        case "today":
          return between(today, daysOn(1));
        case "yesterday":
          return between(daysOn(-1), today);
        case "tomorrow":
          return between(daysOn(1), daysOn(2));
        case "this-week":
          return between(daysOn(monday), daysOn(monday + 7));
        case "last-week":
          return between(daysOn(monday - 7), daysOn(monday));
        case "this-month":
          return between(first, { ...first, month: first.month + 1 });
        case "last-month":
          return between({ ...first, month: first.month - 1 }, first);
      }
    }
  }
}

/** The last `count` days in `timeZone`, oldest first, ending today; `day` as in a query: 2026-03-09. */
export function lastDays(count: number, now: number, timeZone: string): (Bounds & { day: string })[] {
  const today = dayAt(now, timeZone);
  return Array.from({ length: count }, (_, at) => {
    const day = today.day - count + 1 + at;
    const bounds = {
      from: midnight({ ...today, day }, timeZone),
      until: midnight({ ...today, day: day + 1 }, timeZone),
    };
    return { ...bounds, day: new Date(Date.UTC(today.year, today.month - 1, day)).toISOString().slice(0, 10) };
  });
}

/** Start of a day. Out-of-range days and months roll over, as in `Date.UTC`. */
const midnight = ({ year, month, day }: Day, timeZone: string) => atWallClock(Date.UTC(year, month - 1, day), timeZone);

const dayAt = (at: number, timeZone: string): Day => {
  const { year, month, day } = zonedTime(at, timeZone);
  return { year, month, day };
};
