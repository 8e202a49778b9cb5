import { startOfDay } from "~/lib/calendar-day";
import { dayInWords } from "~/ui/time-words";

/** A value as forms and events have it, in words: a day is "25 November". */
export function valueInWords<Value extends string | null>(field: string | null, value: Value, now: number) {
  const at = field === "due" || field === "snooze" ? startOfDay(value ?? "") : null;
  return at === null || Number.isNaN(at) ? value : dayInWords(at, now);
}
