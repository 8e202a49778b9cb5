// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them (all but tab and newline) is the point.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text that is still being written: newlines as `\n`, and without what no database takes. Blanks at its ends stay. */
export const storableText = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(LONE_SURROGATES, "\ufffd").replace(CONTROLS, "");

/** Combining marks in a row, more than thirty; U+FF9E and U+FF9F become such marks. No script has as many on a letter. */
const MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
const withFewMarks = (text: string) => text.replace(MANY_MARKS, "$1");

/**
 * The text in a normal form, with at most thirty marks on a letter: to bring thousands into order would take minutes.
 * The number is that of Stream-Safe Text, https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 * Counted once more behind it, because a normal form may take marks apart.
 */
export const normalized = (text: string, form: "NFC" | "NFKC") => withFewMarks(withFewMarks(text).normalize(form));

/** Text as we keep it: NFC, newlines as `\n`, no control characters, no broken surrogates, trimmed. */
export const cleanText = (text: string) => normalized(storableText(text), "NFC").trim();

/** Text for a single line: as `cleanText`, with runs of white space as one blank. */
export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, " ");

/** Length in Unicode code points, the unit of every limit. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const lists = new Map<Intl.ListFormatType, Intl.ListFormat>();

/** Made when first needed: the first format of a page makes the browser read its tables, a tenth of a second on a phone. */
function listed(words: Iterable<string>, type: Intl.ListFormatType) {
  const format = lists.get(type) ?? new Intl.ListFormat("en", { type });
  lists.set(type, format);
  return format.format(words);
}

/** Words that all count inside a sentence: "Colour, size, and place". */
export const allOf = (words: Iterable<string>) => listed(words, "conjunction");

/** Words to choose from inside a sentence: "open, done, or any". */
export const eitherOf = (words: Iterable<string>) => listed(words, "disjunction");

/** A path without the slashes at its end; "" for the root. Looks back, so that a long run of slashes costs no more than prose. */
export const withoutEndSlashes = (path: string) => path.replace(/(?<!\/)\/+$/, "");
