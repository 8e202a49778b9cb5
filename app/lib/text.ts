// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them (all but tab and newline) is the point.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text that is still being written: newlines as `\n`, and without what no database takes. Blanks at its ends stay. */
export const storableText = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(LONE_SURROGATES, "\ufffd").replace(CONTROLS, "");

/** Text as we keep it: NFC, newlines as `\n`, no control characters, no broken surrogates, trimmed. */
export const cleanText = (text: string) => storableText(text).normalize("NFC").trim();

/** Text for a single line: as `cleanText`, with runs of white space as one blank. */
export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, " ");

/** Length in Unicode code points, the unit of every limit. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const EITHER = new Intl.ListFormat("en", { type: "disjunction" });

const ALL = new Intl.ListFormat("en", { type: "conjunction" });

/** Words that all count inside a sentence: "Colour, size, and place". */
export const allOf = (words: Iterable<string>) => ALL.format(words);

/** Words to choose from inside a sentence: "open, done, or any". */
export const eitherOf = (words: Iterable<string>) => EITHER.format(words);
