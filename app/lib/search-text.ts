import { normalized } from "./text";

/**
 * How text becomes the words that search compares. One tokeniser for both engines and for both sides, the index and
 * the question, so that SQLite and PostgreSQL find the same things.
 *
 * Case, accents and width are ignored: "Über", "uber" and "ＵＢＥＲ" are one word. A word is a run of letters, digits and
 * the marks that belong to them. Scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) have no
 * runs to go by: there every two neighbouring characters are a token, and the last character of a run stands once more
 * alone. Asking for the tokens of a piece in a row then finds exactly the texts that contain the piece.
 */

/** Longer words are cut into pieces of this length. PostgreSQL refuses lexemes over 2046 bytes; a base64 line is longer. */
const MAX_WORD_CHARACTERS = 100;

/** Latin, Greek and Cyrillic accents. Marks of other scripts are vowels there and stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Vowel points of Hebrew and Arabic and the stretching of letters, which writers leave out as they like. */
const OPTIONAL_MARKS = /(?=[\p{Script=Hebrew}\p{Script=Inherited}])[\p{Mn}\p{Me}]|\u0640/gu;

/** Soft hyphens and joiners are inside words without being seen. */
const INVISIBLE = /[\u00ad\u200c-\u200d\u2060\ufeff]/gu;

/** Letters that differ from plain ones by more than an accent, as people type them without the right keyboard. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ς: "σ",
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "gu");

const WITHOUT_SPACES =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";

/** Group 1: one character of a script without spaces. Otherwise the match is a word or a piece of a long one. */
const TOKEN = new RegExp(
  `((?=[${WITHOUT_SPACES}])[\\p{L}\\p{N}\\p{M}])|` +
    `(?![${WITHOUT_SPACES}])[\\p{L}\\p{N}](?:(?![${WITHOUT_SPACES}])[\\p{L}\\p{N}\\p{M}]){0,${MAX_WORD_CHARACTERS - 1}}`,
  "gu",
);
const ASCII_TOKEN = new RegExp(`[a-z0-9]{1,${MAX_WORD_CHARACTERS}}`, "g");
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the ASCII range, control characters included
const ONLY_ASCII = /^[\x00-\x7f]*$/;

/** The text as comparisons see it: lower case, no accents, one width. */
export function foldText(text: string): string {
  if (ONLY_ASCII.test(text)) return text.toLowerCase();
  return normalized(text, "NFKC")
    .toLowerCase()
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .normalize("NFC") // Korean syllables and Japanese voiced sounds come apart above and belong together
    .replace(INVISIBLE, "")
    .replace(OPTIONAL_MARKS, "")
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Every token of a text that is to be found, in reading order. */
export function indexTokens(text: string): string[] {
  const { tokens, lastCharacter } = split(text);
  if (lastCharacter !== null) tokens.push(lastCharacter);
  return tokens;
}

/** Where a token of `indexTokens` stands in the text, in UTF-16 units, end exclusive. */
type TokenPlace = { token: string; start: number; end: number };

/** Runs of what words are made of, and of everything else but blanks: a sign may stand for letters. */
const WORD_AND_REST =
  /[\p{L}\p{N}\p{M}\u00ad\u200c-\u200d\u2060\ufeff]+|[^\s\p{L}\p{N}\p{M}\u00ad\u200c-\u200d\u2060\ufeff]+/gu;

/** The tokens of a text with their places in it. Where folding a word changes its length, the place is that of the whole word. */
export function tokenPlaces(text: string): TokenPlace[] {
  const folded = foldText(text);
  if (folded.length === text.length) return placesInFolded(folded);
  return [...text.matchAll(WORD_AND_REST)].flatMap(({ 0: word, index }) => {
    const within = placesInFolded(foldText(word));
    const whole = { start: index, end: index + word.length };
    const same = within.at(-1)?.end === word.length;
    return within.map(({ token, start, end }) => ({
      token,
      ...(same ? { start: index + start, end: index + end } : whole),
    }));
  });
}

function placesInFolded(folded: string): TokenPlace[] {
  const places: TokenPlace[] = [];
  let pending: TokenPlace | null = null;
  for (const { 0: token, 1: character, index: start } of folded.matchAll(
    ONLY_ASCII.test(folded) ? ASCII_TOKEN : TOKEN,
  )) {
    const end = start + token.length;
    const follows = pending?.end === start && character !== undefined;
    if (pending) places.push(follows ? { token: pending.token + token, start: pending.start, end } : pending);
    pending = character === undefined ? null : { token, start, end };
    if (character === undefined) places.push({ token, start, end });
  }
  if (pending) places.push(pending);
  return places;
}

/**
 * What must stand in a row in a text for it to contain this piece.
 *
 * tokens  none when the piece has neither letters nor digits
 * open    the last token is a beginning: a single character of a script without spaces, whose neighbour is not known
 */
type QueryPiece = { tokens: string[]; open: boolean };

export function queryPiece(text: string): QueryPiece {
  const { tokens, lastCharacter, lastRunIsOneCharacter } = split(text);
  if (lastCharacter !== null && lastRunIsOneCharacter) return { tokens: [...tokens, lastCharacter], open: true };
  return { tokens, open: false };
}

/**
 * Words that the index has once more, to be asked for alone: those of file names, and those of one custom field. No text has
 * the sign before them as a part of a word.
 */
export const fileWord = (word: string) => `\ue004${word}`;
export const fieldWord = (key: string) => (word: string) => `\ue005${key}\ue005${word}`;

/** What names and titles are sorted by: their words, folded. */
export function sortKey(text: string): string {
  return indexTokens(text).join(" ");
}

/**
 * The words of short texts (a name, an address) in one string, each with a blank in front: ` ana diaz ana example org`.
 * Whatever `beginningOf` gives for a piece stands in it when a word of it begins like the piece.
 */
export function findableWords(...texts: string[]): string {
  return texts
    .flatMap(indexTokens)
    .map((token) => ` ${token}`)
    .join("");
}

/** What to look for in `findableWords`; null for a piece without letters and digits. Free of `%` and `_`. */
export function beginningOf(piece: string): string | null {
  const { tokens } = queryPiece(piece);
  return tokens.length > 0 ? ` ${tokens.join(" ")}` : null;
}

/** All tokens but the closing single character of a last run without spaces, which index and question treat differently. */
function split(text: string) {
  const folded = foldText(text);
  if (ONLY_ASCII.test(folded)) {
    return { tokens: folded.match(ASCII_TOKEN) ?? ([] as string[]), lastCharacter: null, lastRunIsOneCharacter: false };
  }

  const tokens: string[] = [];
  let pending: { character: string; end: number; alone: boolean } | null = null;
  for (const match of folded.matchAll(TOKEN)) {
    const [whole, character] = match;
    const follows: boolean = pending !== null && pending.end === match.index;
    if (pending !== null && character !== undefined && follows) tokens.push(pending.character + character);
    else if (pending !== null) tokens.push(pending.character);

    if (character === undefined) {
      tokens.push(whole);
      pending = null;
    } else {
      pending = { character, end: match.index + whole.length, alone: !follows };
    }
  }
  return { tokens, lastCharacter: pending?.character ?? null, lastRunIsOneCharacter: pending?.alone ?? false };
}
