import { normalized } from "./text";

/**
 * Turns text into search tokens. Index and query share this tokeniser, so SQLite and PostgreSQL find the same things.
 *
 * Ignores case, accents and width: "Über", "uber" and "ＵＢＥＲ" are one word. A word is a run of letters, digits and their
 * marks.
 *
 * Scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) have no such runs. There, each pair of neighbouring
 * characters is a token, and the last character of a run is one more. Tokens of a query in a row then match exactly the
 * texts that contain it.
 */

/** Splits longer words. PostgreSQL refuses lexemes over 2046 bytes; a base64 line is longer. */
const MAX_WORD_CHARACTERS = 100;

/** Latin, Greek and Cyrillic accents. In other scripts, marks are vowels and stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Optional in writing: Hebrew and Arabic vowel points, and the tatweel that stretches letters. */
const OPTIONAL_MARKS = /(?=[\p{Script=Hebrew}\p{Script=Inherited}])[\p{Mn}\p{Me}]|\u0640/gu;

/** Soft hyphens and joiners are invisible inside words. */
const INVISIBLE = /[\u00ad\u200c-\u200d\u2060\ufeff]/gu;

/** Plain spellings of letters that differ by more than an accent, as typed without the right keyboard. */
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

/** Normalises text for comparison: lower case, no accents, one width. */
export function foldText(text: string): string {
  if (ONLY_ASCII.test(text)) return text.toLowerCase();
  return normalized(text, "NFKC")
    .toLowerCase()
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .normalize("NFC") // recompose Korean syllables and Japanese voiced sounds
    .replace(INVISIBLE, "")
    .replace(OPTIONAL_MARKS, "")
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Returns the tokens to index, in reading order. */
export function indexTokens(text: string): string[] {
  const { tokens, lastCharacter } = split(text);
  if (lastCharacter !== null) tokens.push(lastCharacter);
  return tokens;
}

/** A token's position in the text, in UTF-16 units, end exclusive. */
type TokenPlace = { token: string; start: number; end: number };

/** Runs of word characters, and runs of everything else but white space: a symbol may stand for letters. */
const WORD_AND_REST =
  /[\p{L}\p{N}\p{M}\u00ad\u200c-\u200d\u2060\ufeff]+|[^\s\p{L}\p{N}\p{M}\u00ad\u200c-\u200d\u2060\ufeff]+/gu;

/**
 * Returns the tokens of a text with their positions. Where folding changes a word's length, the position is the whole word.
 */
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
  const { places, last } = scan(folded);
  return last ? [...places, last] : places;
}

/**
 * Finds the tokens of folded text. `last` is the final character of a run without spaces at the end; `isLastAlone`: that
 * run has no other.
 */
function scan(folded: string) {
  const places: TokenPlace[] = [];
  let last: TokenPlace | null = null;
  let isLastAlone = false;
  const pattern = ONLY_ASCII.test(folded) ? ASCII_TOKEN : TOKEN;
  for (const { 0: token, 1: character, index: start } of folded.matchAll(pattern)) {
    const end = start + token.length;
    const follows: boolean = last?.end === start && character !== undefined;
    if (last) places.push(follows ? { token: last.token + token, start: last.start, end } : last);
    last = character === undefined ? null : { token, start, end };
    isLastAlone = !follows;
    if (character === undefined) places.push({ token, start, end });
  }
  return { places, last, isLastAlone };
}

/**
 * The tokens that must appear in a row for a text to contain the query.
 *
 * tokens  empty for a query without letters or digits
 * open    the last token is a prefix: a single character of a script without spaces, with an unknown neighbour
 */
type QueryPiece = { tokens: string[]; open: boolean };

export function queryPiece(text: string): QueryPiece {
  const { tokens, lastCharacter, lastRunIsOneCharacter } = split(text);
  if (lastCharacter !== null && lastRunIsOneCharacter) return { tokens: [...tokens, lastCharacter], open: true };
  return { tokens, open: false };
}

/** Prefixed tokens to search only file names, or only one custom field. The private-use prefix never occurs in a word. */
export const fileWord = (word: string) => `\ue004${word}`;
export const fieldWord = (key: string) => (word: string) => `\ue005${key}\ue005${word}`;

export function sortKey(text: string): string {
  return indexTokens(text).join(" ");
}

/**
 * Joins the words of short texts (a name, an address), each after a space: ` ana diaz ana example org`. Contains
 * `beginningOf(piece)` if one of its words starts with the piece.
 */
export function findableWords(...texts: string[]): string {
  return texts
    .flatMap(indexTokens)
    .map((token) => ` ${token}`)
    .join("");
}

/**
 * Returns the substring to look for in `findableWords`; null for a piece without letters or digits. Contains no `%` or `_`.
 */
export function beginningOf(piece: string): string | null {
  const { tokens } = queryPiece(piece);
  return tokens.length > 0 ? ` ${tokens.join(" ")}` : null;
}

/** Returns all tokens but the final single character of a run without spaces, which index and query treat differently. */
function split(text: string) {
  const folded = foldText(text);
  if (ONLY_ASCII.test(folded)) {
    return { tokens: folded.match(ASCII_TOKEN) ?? ([] as string[]), lastCharacter: null, lastRunIsOneCharacter: false };
  }
  const { places, last, isLastAlone } = scan(folded);
  const tokens = places.map(({ token }) => token);
  return { tokens, lastCharacter: last?.token ?? null, lastRunIsOneCharacter: isLastAlone };
}
