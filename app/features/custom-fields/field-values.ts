import { chosenKeys } from "~/lib/field-visibility";
import { EXACT_DIGITS, exactNumber, formatNumber } from "~/lib/numbers";
import { cleanLine, cleanText, codePoints } from "~/lib/text";
import { absoluteDay } from "~/ui/format-time";
import * as say from "./custom-fields-copy";
import { FIELD_LIMITS, type FieldDefinition } from "./field-rules";

/** `text` is the value to store; empty for none. */
type ReadValue = { ok: true; text: string } | { ok: false; message: string };

const value = (text: string): ReadValue => ({ ok: true, text });
const wrong = (message: string): ReadValue => ({ ok: false, message });

/**
 * Validates a field's submitted values, one per control, and returns the value to store. The `stored` value stays
 * valid, so a task keeps an option that has since been retired.
 */
export function readValue(field: FieldDefinition, sent: readonly string[], stored = ""): ReadValue {
  const first = sent[0] ?? "";
  switch (field.kind) {
    case "text":
      return ofLength(cleanLine(first), FIELD_LIMITS.text);
    case "longtext":
      return ofLength(cleanText(first), FIELD_LIMITS.longtext);
    case "number":
      return readNumber(cleanLine(first), stored);
    case "boolean":
      return value(sent.some((one) => one === "1") ? "1" : "");
    case "select":
      return readChoice(field, cleanLine(first), [stored]);
    case "multiselect":
      return readChoices(field, sent, chosenKeys(stored));
    case "date":
      return readTime(cleanLine(first), /^[1-9]\d{3}-\d\d-\d\d$/, "T00:00Z", say.enterADay);
    case "datetime": {
      const minutes = cleanLine(first).replace(/^(\S+T\d\d:\d\d):.*$/, "$1"); // some browsers send seconds
      return readTime(minutes, /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d$/, "Z", say.enterATime);
    }
    case "user":
      return value(first.trim()); // the server resolves it to a person later
    case "url":
      return readUrl(cleanLine(first));
  }
}

const ofLength = (text: string, most: number) =>
  codePoints(text) <= most ? value(text) : wrong(say.valueTooLong(formatNumber(most)));

/** "1,234" is over a thousand in English notation, but a little over one in German. */
const READ_TWO_WAYS = /^([+-]?[1-9]\d{0,2}),(\d{3})$/;

function readNumber(text: string, stored: string): ReadValue {
  if (text === "" || text === stored) return value(text);
  const [, whole, rest] = READ_TWO_WAYS.exec(text) ?? [];
  if (whole) return wrong(say.ambiguousNumber(text, `${whole}${rest}`, `${whole}.${rest}`));
  const read = exactNumber(text.replace(",", "."));
  if (read.ok) return value(read.text);
  return wrong(read.why === "too_long" ? say.tooManyDigits(EXACT_DIGITS) : say.enterANumber);
}

function readChoice({ options }: FieldDefinition, key: string, kept: readonly string[]): ReadValue {
  if (key === "" || kept.includes(key)) return value(key);
  return options.some((option) => option.key === key && option.enabled) ? value(key) : wrong(say.chooseAnOption);
}

function readChoices(field: FieldDefinition, sent: readonly string[], kept: readonly string[]): ReadValue {
  const keys = new Set(sent.filter((key) => key !== ""));
  for (const key of keys) if (!readChoice(field, key, kept).ok) return wrong(say.chooseOptions);
  // Option order, so the same choice always gives the same stored value.
  const chosen = field.options.map(({ key }) => key).filter((key) => keys.has(key));
  return value(chosen.length > 0 ? JSON.stringify(chosen) : "");
}

function readTime(text: string, form: RegExp, zone: string, message: string): ReadValue {
  if (text === "") return value("");
  const at = form.test(text) ? new Date(text + zone) : null;
  // Date would turn 30 February into 1 March; the round trip catches that.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? value(text) : wrong(message);
}

const SCHEMES = ["http:", "https:", "mailto:"];

function readUrl(text: string): ReadValue {
  if (text === "") return value("");
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !SCHEMES.includes(url.protocol)) {
    return wrong(say.enterAnAddress);
  }
  return ofLength(text, FIELD_LIMITS.url);
}

/** A stored value as displayed. For a person, pass the label instead of the stored id. */
export function shownValue(field: Pick<FieldDefinition, "kind" | "options">, stored: string): string {
  const labelOf = (key: string) => field.options.find((option) => option.key === key)?.label ?? key;
  switch (field.kind) {
    case "boolean":
      return stored === "1" ? say.yes : "";
    case "select":
      return stored === "" ? "" : labelOf(stored);
    case "multiselect":
      return chosenKeys(stored).map(labelOf).join(", ");
    case "date":
    case "datetime": {
      const at = Date.parse(stored.includes("T") ? `${stored}Z` : stored);
      if (Number.isNaN(at)) return stored; // imported values can be anything: show them unchanged
      return stored.includes("T") ? `${absoluteDay(at)}, ${stored.slice(11)}` : absoluteDay(at);
    }
    default:
      return stored;
  }
}
