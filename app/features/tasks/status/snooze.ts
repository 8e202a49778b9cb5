import { dayOf, midnightOf, startOfDay, todayIn } from "~/lib/calendar-day";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { atWallClock } from "~/lib/zoned-time";
import { dayInWords } from "~/ui/format-time";
import * as say from "../task-details-copy";

/*
 * A task that waits may sleep until the morning of a day. In forms and in history that is the day, as `2026-03-09`, and
 * the empty text for no snooze; the row has the day and the moment the snooze ends.
 */

const BEGINNING_OF_WORK = 8 * HOUR_MS;

/** When a snooze until this day ends for an agent in `zone`, in UTC milliseconds. Null without a day. */
export function wakesAt(day: string, zone: string): number | null {
  const start = startOfDay(day);
  return start === null ? null : atWallClock(start + BEGINNING_OF_WORK, zone);
}

/** The day a task is snoozed until. Snoozes from before migration 0029 have no day, so theirs is the day in UTC. */
export const snoozeDayOf = ({
  snooze_day,
  snoozed_until,
}: {
  snooze_day: number | null;
  snoozed_until: number | null;
}) => (snoozed_until === null ? null : (snooze_day ?? midnightOf(snoozed_until)));

/** The columns of a row snoozed until this day. */
export const snoozeUntil = (day: string, zone: string) => ({
  snooze_day: startOfDay(day),
  snoozed_until: wakesAt(day, zone),
});

/**
 * The most chosen days, counted from today in `zone`, each once and in order, with field values and labels. Next week begins on
 * Monday.
 */
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

/** Why an agent in `zone` can't snooze a task until that day, as a sentence; null when they can. */
export function whyNotSnooze(
  day: string,
  { waits, now, zone }: { waits: boolean; now: number; zone: string },
): string | null {
  if (!waits) return say.onlyWaitingIsSnoozed;
  return (wakesAt(day, zone) ?? 0) > now ? null : say.chooseALaterDay;
}

/** The field for any other day; what stands in it beats the choice. */
export const SNOOZE_DAY_FIELD = "snooze_day";

/** A day as its own choice; what is no day as it is. */
export const snoozeDayName = (day: string, now: number) => {
  const at = startOfDay(day) ?? Number.NaN;
  return Number.isNaN(at) ? day : dayInWords(at, now);
};

/** Puts the day that was filled in where the choice is. */
export function withSnoozeDay(form: FormData): void {
  const day = form.get(SNOOZE_DAY_FIELD);
  if (typeof day === "string" && day.trim() !== "") form.set("snooze", day);
}
