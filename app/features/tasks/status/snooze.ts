import { DAY_MS } from "~/lib/durations";
import { dayInWords } from "~/ui/time-words";
import * as say from "./status-texts";

/*
 * A task that waits may sleep until the morning of a day. In forms and in history that is the day, as `2026-03-09`, and
 * the empty text for no snooze; in the row it is the time it wakes.
 */

/** When a task wakes that sleeps until this day, in UTC milliseconds: at the beginning of work. Null for no day. */
export const wakesAt = (day: string) => (day === "" ? null : Date.parse(`${day}T08:00:00Z`));

const dayAfter = (now: number, days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);

/** The days people choose most, each once and in order, as values of the field and in words. Next week begins on Monday. */
export function snoozeChoices(now: number): { value: string; label: string }[] {
  const untilMonday = (8 - new Date(now).getUTCDay()) % 7 || 7;
  const choices = [
    { named: say.tomorrow, days: 1 },
    { named: say.in3Days, days: 3 },
    { named: say.nextWeek, days: untilMonday },
  ];
  const each = choices.filter(({ days }, index) => choices.findIndex((other) => other.days === days) === index);
  const inOrder = each.sort((one, other) => one.days - other.days);
  return inOrder.map(({ named, days }) => ({
    value: dayAfter(now, days),
    label: named(dayInWords(now + days * DAY_MS, now)),
  }));
}

/** Why a task in a status cannot be snoozed until that day, as a sentence; null when it can. */
export function whyNotSnooze(day: string, { waits, now }: { waits: boolean; now: number }): string | null {
  if (!waits) return say.onlyWaitingIsSnoozed;
  return (wakesAt(day) ?? 0) > now ? null : say.chooseALaterDay;
}

/** The field for any other day; what stands in it beats the choice. */
export const SNOOZE_DAY_FIELD = "snooze_day";

/** A day as its own choice; what is no day as it is. */
export const snoozeDayName = (day: string, now: number) => {
  const at = wakesAt(day) ?? Number.NaN;
  return Number.isNaN(at) ? day : dayInWords(at, now);
};

/** Puts the day that was filled in where the choice is. */
export function withSnoozeDay(form: FormData): void {
  const day = form.get(SNOOZE_DAY_FIELD);
  if (typeof day === "string" && day.trim() !== "") form.set("snooze", day);
}
