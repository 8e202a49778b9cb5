import { readDuration } from "~/lib/durations";
import { eitherOf } from "~/lib/text";
import { timeZoneNamed } from "~/lib/time-zones";
import type { Compare, QueryValue } from "./query-ast";
import { type Field, nearest, SORT_KEYS } from "./query-fields";
import { type Period, readCount, readPeriod, readTaskNumber } from "./query-values";
import * as say from "./search-copy";

/** Error message for an invalid qualifier value; null when it's valid. */
export function wrongWith(key: string, field: Field, compare: Compare | null, value: QueryValue): string | null {
  if (compare !== null && !field.compares) return say.cannotBeCompared(key, compare);
  if (value.kind !== "range" && value.text.trim() === "") return say.needsValue(key);
  if (value.kind === "range") {
    if (compare !== null) return say.eitherCompareOrRange(key, compare);
    return wrongWithRange(key, field, value);
  }

  const typed = value.text;
  switch (field.kind) {
    case "choice":
      return wrongChoice(key, field.choices ?? [], typed);
    case "past":
    case "future":
      if (key === "backlog" && isEmptiness(typed, compare)) return say.takesAPastDate(key, short(typed));
      if (readPeriod(typed) || readDuration(typed) !== null || isEmptiness(typed, compare)) return null;
      return field.kind === "past" ? say.takesAPastDate(key, short(typed)) : say.takesAFutureDate(key, short(typed));
    case "count":
      return readCount(typed) !== null ? null : say.takesAWholeNumber(key, short(typed));
    case "zone":
      return timeZoneNamed(typed) !== null ? null : say.takesAZone(key, short(typed));
    case "task":
      return readTaskNumber(typed) !== null ? null : say.takesATask(key, short(typed));
    default:
      return null;
  }
}

/** `none` and `any` mean empty and not empty, so they can't be compared. */
const isEmptiness = (typed: string, compare: Compare | null) => compare === null && /^(none|any)$/i.test(typed);

/** The closest valid choice for a mistyped value; null when none is close. */
export const meantChoice = ({ kind, choices = [] }: Field, value: QueryValue): string | null =>
  kind === "choice" && value.kind !== "range" ? nearest(value.text.toLowerCase(), choices) : null;

function wrongChoice(key: string, choices: readonly string[], typed: string): string | null {
  const lower = typed.toLowerCase();
  if (choices.includes(lower)) return null;
  const near = nearest(lower, choices);
  if (near) return say.unknownValueSuggestion(key, short(typed), near);
  if (key === "sort") return say.takesASort(eitherOf(SORT_KEYS), short(typed));
  return say.takesChoices(key, eitherOf(choices), short(typed));
}

function wrongWithRange(key: string, field: Field, { from, to }: { from: string; to: string }): string | null {
  if (field.kind === "custom") {
    return from !== "" && to !== "" ? null : say.valuesOnBothSides(key);
  }
  if (field.kind === "count") {
    const [low, high] = [readCount(from), readCount(to)];
    if (low === null || high === null) return say.numbersOnBothSides(key);
    return low <= high ? null : say.rangeEndsBeforeStart(key);
  }
  const [first, last] = [readPeriod(from), readPeriod(to)];
  if (!first || !last) return say.datesOnBothSides(key);
  if (first.kind === "named" || last.kind === "named") return null; // the order depends on today's date
  const order = (period: Exclude<Period, { kind: "named" }>, whole: number) =>
    (period.year * 12 + period.month) * 32 + (period.kind === "day" ? period.day : whole);
  return order(first, 0) <= order(last, 31) ? null : say.rangeEndsBeforeStart(key);
}

/** Whether `..` makes a range for this field; elsewhere it's part of a word. */
export const takesRanges = (field: Field) =>
  field.kind === "past" || field.kind === "future" || field.kind === "count" || field.kind === "custom";

/** Shortens typed text for quoting in a message: at most 40 code points. */
export const short = (typed: string) => {
  const characters = [...typed];
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : typed;
};
