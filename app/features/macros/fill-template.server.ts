import { mentionLines, renderMessage } from "~/features/conversation/markdown.server";
import { allOf, storableText } from "~/lib/text";
import * as say from "./macros-copy";

/** Values by variable name: `requester.first_name`. */
export type TextValues = ReadonlyMap<string, string>;

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** Matches a value that is safe anywhere except in a link's URL. */
const WORDS = /^[\p{L}\p{M}][\p{L}\p{M} ]*$/u;

/**
 * Fills in the variables of a text. An empty one uses its fallback, `{{requester.first_name|there}}`. Without a fallback it
 * stays as written and is `missing`: such a text must not be sent.
 */
export function fillTemplate(text: string, values: TextValues): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const given: string[] = [];
  const filled = text.replace(VARIABLE, (variable, inside: string) => {
    const [name = "", ...fallback] = inside.split("|");
    const value = (values.get(name.trim()) ?? "").replace(/\s+/g, " ").trim();
    if (WORDS.test(value) && !text.includes("](")) return value;
    if (value !== "") return placeOf(given.push(value) - 1);
    if (fallback.length > 0 && fallback.join("|").trim() !== "") return fallback.join("|").trim();
    missing.add(variable);
    return variable;
  });
  const budget = { left: given.length > MOST_VALUES ? 0 : MOST_RENDERED };
  return { text: withValues(filled, given, [0, given.length], budget), missing: [...missing] };
}

/** Fills in a single line that isn't Markdown, such as a subject. Values keep no line breaks. */
export function fillLine(text: string, values: TextValues): { text: string; missing: string[] } {
  const missing: string[] = [];
  const filled = text.replace(VARIABLE, (variable, inside: string) => {
    const [name = "", ...fallback] = inside.split("|");
    const value = (values.get(name.trim()) ?? "").trim() || fallback.join("|").trim();
    if (value === "") missing.push(variable);
    return value || variable;
  });
  return { text: filled.replace(/\s+/g, " ").trim(), missing };
}

/** Limits on the search for the best way to write values: Markdown characters to render, and values to try it for. */
const MOST_RENDERED = 100_000;
const MOST_VALUES = 50;
/** A longer value that can't stay as typed becomes entities at once, because each further attempt renders all of it. */
const LONG_VALUE = 1_000;
type Budget = { left: number };

/** A placeholder that no text contains, for a value to insert later. */
const placeOf = (index: number) => `placeOfAValue${index}inHere`;
const PLACES = /placeOfAValue(\d+)inHere/g;

/**
 * Inserts the values from `first` up to `end`: unchanged if that doesn't affect the text around them, else in halves,
 * down to single values. Once the budget is spent, inserts all as entities.
 */
function withValues(
  text: string,
  values: readonly string[],
  [first, end]: readonly [number, number],
  budget: Budget,
): string {
  if (first === end) return text;
  const insert = (into: string, write: (value: string) => string) =>
    into.replace(PLACES, (place, index) => (+index < first || +index >= end ? place : write(values[+index] ?? "")));
  if (budget.left <= 0) return insert(text, asEntities);
  if (end - first === 1) return withValue(text, values[first] ?? "", placeOf(first), budget);
  const asTheyAre = insert(text, (value) => value);
  if (!values.slice(first, end).some((value) => value.includes("{{"))) {
    const [before, after] = [shown(text, budget), shown(asTheyAre, budget)];
    const isAlike = after.blocks === before.blocks && after.mentions <= before.mentions;
    if (isAlike && after.text === insert(before.text, (value) => value)) return asTheyAre;
  }
  const half = Math.ceil((first + end) / 2);
  return withValues(withValues(text, values, [first, half], budget), values, [half, end], budget);
}

/**
 * Inserts one value so that readers see it literally: it can't cause bold text, a list or a mention. Tries several
 * encodings, plainest first, while the budget lasts.
 */
function withValue(text: string, value: string, place: string, budget: Budget): string {
  const before = shown(text, budget);
  const isInAddress = new RegExp(`href="[^"]*${place}`).test(before.html);
  const wordsOf = (words: string) => (isInAddress ? readable(words) : words);
  const wanted = wordsOf(before.text.replaceAll(place, () => value));
  const plain = value.includes("{{") ? [] : [value]; // it would look like an unfilled variable
  const escapes = [escaped(value), escapedWhole(value), isInAddress ? inAddress(value) : asEntities(value), value];
  const words = value.length > LONG_VALUE ? plain : [...plain, ...escapes];
  const ways = [...words.map((word) => text.replace(place, () => word)), withWiderMarks(text, place, value)];
  let alike: string | null = null;
  let whole: string | null = null;
  for (const way of ways) {
    if (way === null) continue;
    if (budget.left <= 0) break;
    const after = shown(way, budget);
    if (after.mentions > before.mentions) continue;
    const isAlike = after.blocks === before.blocks;
    if (isAlike && wordsOf(after.text) === wanted) return way;
    // Characters around the value may combine with its own, as in `a*{{value}}*`: then both show as typed.
    if (!wordsOf(after.text).includes(value)) continue;
    if (isAlike) alike ??= way;
    whole ??= way;
  }
  return alike ?? whole ?? text.replace(place, () => asEntities(value));
}

/** The visible aspects of a text: its words, its formatting except links, and how many lines may mention people. */
function shown(text: string, budget: Budget) {
  budget.left -= text.length;
  const { html, text: words } = renderMessage(text);
  const blocks = (html.match(/<[^>]+>/g) ?? []).filter((tag) => !/^<\/?a\b/.test(tag)).join("");
  return { html, text: words, blocks, mentions: mentionLines(text).length };
}

function readable(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

const inAddress = (value: string) =>
  encodeURI(storableText(value)).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Escapes Markdown, except in URLs, where the escape would become part of the URL. */
const escaped = (value: string) =>
  value.replace(/(?:https?:\/\/|mailto:)\S+|[\\`*_~[\]<>{}@]/gi, (found) => (found.length > 1 ? found : `\\${found}`));

/** Also escapes characters that are markup at the start of a line. */
const escapedWhole = (value: string) =>
  value.replace(/(?:https?:\/\/|mailto:)\S+|[\\`*_~[\]<>{}@#+\-.)!|&]/gi, (found) =>
    found.length > 1 ? found : `\\${found}`,
  );

const asEntities = (value: string) => value.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The text with longer code fences around a value that contains backticks; null when the value isn't in code. */
function withWiderMarks(text: string, place: string, value: string): string | null {
  const [before = "", behind = ""] = text.split(place, 2);
  const opening = [...before.matchAll(/`+/g)].at(-1);
  const closing = opening && new RegExp(`(?<!\`)${opening[0]}(?!\`)`).exec(behind);
  if (!opening || !closing) return null;
  const longest = Math.max(0, ...[...value.matchAll(/`+/g)].map(([marks]) => marks.length));
  const marks = "`".repeat(Math.max(opening[0].length, longest + 1));
  const inside = [before.slice(opening.index + opening[0].length), value, behind.slice(0, closing.index)].join("");
  const blank = inside.includes("\n") ? "" : " ";
  return `${before.slice(0, opening.index)}${marks}${blank}${inside}${blank}${marks}${behind.slice(closing.index + closing[0].length)}`;
}

/** Variables that don't exist for any task, such as typos. */
export const unknownVariables = (text: string, names: readonly string[]) =>
  [...text.matchAll(VARIABLE)].flatMap(([variable, inside = ""]) =>
    names.includes(inside.split("|")[0]?.trim() ?? "") ? [] : variable,
  );

/** Unfilled variables that the writer left in the text. */
export const unfilledVariables = (text: string, missing: readonly string[]) =>
  missing.filter((variable) => text.includes(variable));

export function missingVariablesMessage(missing: readonly string[]): string {
  const [only = "", ...others] = missing;
  return others.length === 0
    ? say.unknownVariable(only)
    : say.unknownVariables(allOf(missing.map((variable) => `“${variable}”`)));
}
