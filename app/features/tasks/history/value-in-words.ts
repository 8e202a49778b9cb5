import { dayInWords } from "~/ui/time-words";

/** A value as forms and events have it, in words: a day is "25 November". */
export function valueInWords<Value extends string | null>(field: string | null, value: Value, now: number) {
  const at = field === "due" || field === "snooze" ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? value : dayInWords(at, now);
}
