// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them (all but tab and newline) is the point.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Cleans a draft for storage: newlines as `\n`, without characters databases refuse. Keeps white space at the ends. */
export const storableText = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(LONE_SURROGATES, "\ufffd").replace(CONTROLS, "");

/** More than thirty combining marks in a row; U+FF9E and U+FF9F become such marks. No script has as many on a letter. */
const MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
const withFewMarks = (text: string) => text.replace(MANY_MARKS, "$1");

/**
 * Normalises text, with at most thirty marks on a letter: sorting thousands would take minutes. Limits twice, because a
 * normal form may split marks. The number comes from Stream-Safe Text:
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export const normalized = (text: string, form: "NFC" | "NFKC") => withFewMarks(withFewMarks(text).normalize(form));

/** Cleans text for storage: NFC, newlines as `\n`, no control characters, no lone surrogates, trimmed. */
export const cleanText = (text: string) => normalized(storableText(text), "NFC").trim();

/** Cleans a single line: as `cleanText`, with runs of white space as one space. */
export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, " ");

/** Length in Unicode code points, the unit of every limit. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const lists = new Map<Intl.ListFormatType, Intl.ListFormat>();

/** Created on first use, which loads language data: a tenth of a second on a phone. */
function listed(words: Iterable<string>, type: Intl.ListFormatType) {
  const format = lists.get(type) ?? new Intl.ListFormat("en", { type });
  lists.set(type, format);
  return format.format(words);
}

/** Formats "Colour, size, and place". */
export const allOf = (words: Iterable<string>) => listed(words, "conjunction");

/** Formats "open, done, or any". */
export const eitherOf = (words: Iterable<string>) => listed(words, "disjunction");

/** Removes trailing slashes; "" for the root. The lookbehind keeps a long run of slashes from taking quadratic time. */
export const withoutEndSlashes = (path: string) => path.replace(/(?<!\/)\/+$/, "");
