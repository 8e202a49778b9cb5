import { dayOf, midnightOf, startOfDay, todayIn } from "~/lib/calendar-day";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { atWallClock } from "~/lib/zoned-time";
import { dayInWords } from "~/ui/format-time";
import * as say from "../task-details-copy";

/*
 * A waiting task can be snoozed until the morning of a day. Forms and history hold the day as `2026-03-09`, empty for
 * none. The row holds the day and the moment the snooze ends.
 */

const BEGINNING_OF_WORK = 8 * HOUR_MS;

/** When a snooze until this day ends for an agent in `zone`, in UTC milliseconds. Null without a day. */
export function wakesAt(day: string, zone: string): number | null {
  const start = startOfDay(day);
  return start === null ? null : atWallClock(start + BEGINNING_OF_WORK, zone);
}

/** The day a task is snoozed until. Snoozes from before migration 0029 have no day and use the UTC one. */
export const snoozeDayOf = ({
  snooze_day,
  snoozed_until,
}: {
  snooze_day: number | null;
  snoozed_until: number | null;
}) => (snoozed_until === null ? null : (snooze_day ?? midnightOf(snoozed_until)));

export const snoozeUntil = (day: string, zone: string) => ({
  snooze_day: startOfDay(day),
  snoozed_until: wakesAt(day, zone),
});

/** Common snooze days from today in `zone`: unique, in order, as field values and labels. Next week starts on Monday. */
export function snoozeChoices(now: number, zone: string): { value: string; label: string }[] {
  const today = todayIn(zone, now);
  const untilMonday = (8 - new Date(today).getUTCDay()) % 7 || 7;
  const choices = [
    { named: say.tomorrow, days: 1 },
    { named: say.in3Days, days: 3 },
    { named: say.nextWeek, days: untilMonday },
  ];
  const each = choices.filter(({ days }, index) => choices.findIndex((other) => other.days === days) === index);
  const inOrder = each.sort((one, other) => one.days - other.days);
  return inOrder.map(({ named, days }) => ({
    value: dayOf(today + days * DAY_MS),
    label: named(dayInWords(today + days * DAY_MS, now)),
  }));
}

/** Why an agent in `zone` can't snooze a task until that day; null when they can. */
export function snoozeError(
  day: string,
  { waits, now, zone }: { waits: boolean; now: number; zone: string },
): string | null {
  if (!waits) return say.onlyWaitingCanSnooze;
  return (wakesAt(day, zone) ?? 0) > now ? null : say.chooseAFutureDay;
}

/** The free date field; it overrides the choice. */
export const SNOOZE_DAY_FIELD = "snooze_day";

/** Label for a day outside the choices; returns an invalid day unchanged. */
export const snoozeDayName = (day: string, now: number) => {
  const at = startOfDay(day) ?? Number.NaN;
  return Number.isNaN(at) ? day : dayInWords(at, now);
};

/** Replaces the chosen day with the free date, if filled in. */
export function withSnoozeDay(form: FormData): void {
  const day = form.get(SNOOZE_DAY_FIELD);
  if (typeof day === "string" && day.trim() !== "") form.set("snooze", day);
}
