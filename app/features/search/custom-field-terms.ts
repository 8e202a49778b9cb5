import { type FieldDefinition, type FieldKind, maySeeField } from "~/features/custom-fields/field-rules";
import { isAgent } from "~/features/users/users";
import { readDuration } from "~/lib/durations";
import { EXACT_DIGITS, exactNumber } from "~/lib/numbers";
import { sortKey } from "~/lib/search-tokens";
import { eitherOf } from "~/lib/text";
import { UTC, wallClock } from "~/lib/zoned-time";
import type { Compare, Qualifier, QueryValue, Span, TextValue } from "./query-ast";
import { nearest } from "./query-fields";
import { short } from "./query-rules";
import { type Moment, type Times, timesOf } from "./query-times";
import { readPeriod } from "./query-values";
import * as say from "./search-copy";
import type { Circumstances } from "./sql-condition.server";
import { Unanswerable } from "./unanswerable-queries";

/** The condition of a `field.<key>:` term on the stored value. */
export type AskedValue =
  | { kind: "set"; set: boolean }
  | { kind: "words"; text: string; quoted: boolean }
  | { kind: "number"; compare: Compare | "="; number: number }
  | { kind: "numbers"; from: number; to: number }
  | { kind: "times"; times: Times }
  | { kind: "choice"; value: string }
  | { kind: "person"; person: Pick<TextValue, "kind" | "text"> };

type Known = Pick<Circumstances, "viewer" | "fields">;

const knownTo = ({ viewer, fields }: Known) => fields.filter((field) => maySeeField(field, isAgent(viewer)));

const nameIn = (key: string) => key.slice("field.".length);

/**
 * Finds fields for `field.place:` or `field."Place of work":`. A key match comes first, then the exact label, then labels with
 * the same words.
 */
export function fieldsCalled<F extends Pick<FieldDefinition, "key" | "label">>(key: string, known: readonly F[]): F[] {
  const name = nameIn(key);
  const words = sortKey(name);
  const found = [
    known.filter((field) => field.key === name),
    known.filter(({ label }) => label.toLowerCase() === name),
    known.filter(({ label }) => words !== "" && sortKey(label) === words),
  ];
  return found.find((some) => some.length > 0) ?? [];
}

/** Span of the field name in a term: after `field.`, up to the colon. */
export const nameAt = ({ compare, values, at }: Pick<Qualifier, "compare" | "values" | "at">): Span => ({
  start: at.start + "field.".length,
  end: (values[0]?.at.start ?? at.end) - (compare?.length ?? 0) - ":".length,
});

/** Finds the one field a key means; `at` is its span, for a suggestion. Throws `Unanswerable`. */
export function fieldMeant(key: string, of: Known, at?: Span): FieldDefinition {
  const [field, ...others] = fieldsCalled(key, knownTo(of));
  const name = short(nameIn(key));
  if (field && others.length === 0) return field;
  if (field) {
    const keys = [field, ...others].map((one) => `“field.${one.key}:”`);
    throw new Unanswerable(say.severalFields(name, eitherOf(keys)));
  }
  const words = knownTo(of).map((one) => ({ field: one.key, written: [one.key, one.label.toLowerCase()] }));
  const near = nearest(
    nameIn(key),
    words.flatMap(({ written }) => written),
  );
  const meant = words.find(({ written }) => near !== null && written.includes(near));
  if (!meant) throw new Unanswerable(say.noSuchField(name));
  const slip = at ? { at, meant: meant.field } : null;
  throw new Unanswerable(say.noSuchFieldSuggestion(name, meant.field), slip);
}

const COMPARED: readonly FieldKind[] = ["number", "date", "datetime"];

/** Reads the values of a `field.` term; a task matches if any applies. Throws `Unanswerable`. */
export function askedValues(field: FieldDefinition, term: Qualifier, moment: Moment): AskedValue[] {
  if (term.compare !== null && !COMPARED.includes(field.kind)) {
    throw new Unanswerable(say.cannotBeCompared(term.key, term.compare));
  }
  return term.values.map((value) => {
    if (value.kind === "word" && term.compare === null && /^(none|any)$/i.test(value.text)) {
      return { kind: "set", set: value.text.toLowerCase() === "any" };
    }
    if (COMPARED.includes(field.kind))
      return field.kind === "number" ? number(term, value) : times(field.kind, term, value, moment);
    // `..` makes a range only for numbers and times.
    const text = value.kind === "range" ? `${value.from}..${value.to}` : value.text;
    switch (field.kind) {
      case "boolean":
        return { kind: "set", set: yes(term.key, text) };
      case "select":
      case "multiselect":
        return { kind: "choice", value: option(field, term.key, text, value.at) };
      case "user":
        return { kind: "person", person: { kind: value.kind === "quoted" ? "quoted" : "word", text } };
      default:
        if (sortKey(text) === "") {
          throw new Unanswerable(say.needsLetterOrDigit(term.key));
        }
        return { kind: "words", text, quoted: value.kind === "quoted" };
    }
  });
}

function number({ key, compare }: Qualifier, value: QueryValue): AskedValue {
  const read = (text: string) => {
    const read = exactNumber(text);
    if (read.ok) return Number(read.text);
    throw new Unanswerable(
      read.why === "too_long" ? say.takesFewerDigits(key, EXACT_DIGITS) : say.takesANumber(key, short(text)),
    );
  };
  if (value.kind !== "range") return { kind: "number", compare: compare ?? "=", number: read(value.text) };
  const [from, to] = [read(value.from), read(value.to)];
  if (from > to) throw new Unanswerable(say.rangeEndsBeforeStart(key));
  return { kind: "numbers", from, to };
}

function times(kind: FieldKind, { key, compare }: Qualifier, value: QueryValue, moment: Moment): AskedValue {
  const isTime = (text: string) => readPeriod(text) !== null;
  const good =
    value.kind === "range"
      ? isTime(value.from) && isTime(value.to)
      : isTime(value.text) || readDuration(value.text) !== null;
  if (!good) {
    const typed = value.kind === "range" ? `${value.from}..${value.to}` : value.text;
    throw new Unanswerable(say.takesADate(key, short(typed)));
  }
  if (kind === "date") return { kind: "times", times: timesOf("day", { key, compare, value }, moment) };
  // Stored without a zone, a date and time is in the viewer's local time.
  const clock = { now: wallClock(moment.now, moment.timeZone), timeZone: UTC };
  return { kind: "times", times: timesOf("left", { key, compare, value }, clock) };
}

/** Formats a time as the field stores it: a day or a minute. A limit within a day sorts after that day. */
export const storedTime = (kind: FieldKind) => (at: number) => {
  const minute = new Date(at).toISOString().slice(0, 16);
  return kind === "date" ? minute.replace("T00:00", "") : minute;
};

function yes(key: string, text: string): boolean {
  if (/^(yes|true|1)$/i.test(text)) return true;
  if (/^(no|false|0)$/i.test(text)) return false;
  throw new Unanswerable(say.takesYesOrNo(key, short(text)));
}

/** Key of an option, by key or label. Throws `Unanswerable`. */
function option({ options }: FieldDefinition, key: string, text: string, at: Span): string {
  const found =
    options.find((one) => one.key === text.toLowerCase()) ??
    options.find((one) => sortKey(one.label) === sortKey(text));
  if (found) return found.key;
  const labels = options.map(({ label }) => label);
  const near = nearest(text.toLowerCase(), [
    ...options.map((one) => one.key),
    ...labels.map((label) => label.toLowerCase()),
  ]);
  const typed = short(text);
  if (near) throw new Unanswerable(say.unknownValueSuggestion(key, typed, near), { at, meant: near, isName: true });
  throw new Unanswerable(
    labels.length <= 10 ? say.unknownValueChoices(key, typed, eitherOf(labels)) : say.unknownValue(key, typed),
  );
}
