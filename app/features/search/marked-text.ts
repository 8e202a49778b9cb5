import { tokenPlaces } from "~/lib/search-tokens";
import type { WordQuestion } from "./index-query";

type Phrase = { words: readonly string[]; open: boolean };

/** Phrases to mark; `plain` is an equivalent, faster pattern for ASCII text. */
export type Wanted = { phrases: readonly Phrase[]; plain: RegExp | null };

/** Text in pieces, where every second piece is a match. */
export type Marked = string[];

/** The phrases to mark for a question; null for none. */
export function wantedOf(question: WordQuestion | null): Wanted | null {
  const phrases = phrasesOf(question);
  if (phrases.length === 0) return null;
  const patterns = phrases.flatMap(({ words, open }) =>
    words.every((word) => PLAIN.test(word)) ? `${words.join("[^a-z0-9]+")}${open ? "[a-z0-9]*" : "(?![a-z0-9])"}` : [],
  );
  return { phrases, plain: patterns.length > 0 ? new RegExp(`(?<![a-z0-9])(?:${patterns.join("|")})`, "g") : null };
}

function phrasesOf(question: WordQuestion | null): Phrase[] {
  if (question === null) return [];
  if (question.kind === "phrase") return [question];
  return question.kind === "without" ? phrasesOf(question.question) : question.questions.flatMap(phrasesOf);
}

const PLAIN = /^[a-z0-9]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is the ASCII range, control characters included
const ONLY_ASCII = /^[\x00-\x7f]*$/;

type TextSpan = { start: number; end: number };

/** Marks all matches in a text; null when nothing matches. */
export function markedText(text: string, wanted: Wanted): Marked | null {
  const found = spansIn(text, wanted);
  if (found.length === 0) return null;
  const pieces: Marked = [];
  let end = 0;
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start < end) {
      // Phrases may overlap. In scripts without spaces, neighbouring tokens always do.
      if (one.end > end) pieces.push((pieces.pop() ?? "") + text.slice(end, one.end));
    } else {
      pieces.push(text.slice(end, one.start), text.slice(one.start, one.end));
    }
    end = Math.max(end, one.end);
  }
  pieces.push(text.slice(end));
  return pieces;
}

function spansIn(text: string, { phrases, plain }: Wanted): TextSpan[] {
  if (ONLY_ASCII.test(text)) {
    if (!plain) return [];
    return [...text.toLowerCase().matchAll(plain)].map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    }));
  }
  const places = tokenPlaces(text);
  const found: TextSpan[] = [];
  for (let i = 0; i < places.length; i++) {
    for (const { words, open } of phrases) {
      const isHere = words.every((word, at) => {
        const token = places[i + at]?.token;
        return open && at === words.length - 1 ? token?.startsWith(word) : token === word;
      });
      const [first, last] = [places[i], places[i + words.length - 1]];
      if (isHere && first && last) found.push({ start: first.start, end: last.end });
    }
  }
  return found;
}

/** Excerpt size in UTF-16 units, before and after the start of the first match. */
const BEFORE = 60;
const AFTER = 140;

/** Excerpt around the first match, with marks and ellipses; null when nothing matches. */
export function excerptOf(text: string, wanted: Wanted): Marked | null {
  const at = firstPlace(text, wanted);
  if (at === null) return null;
  const from = Math.max(0, at - BEFORE);
  const before = text.slice(from, at);
  const after = text.slice(at, at + AFTER);
  const goesOn = at + AFTER < text.length;
  const last = Math.max(after.lastIndexOf(" "), after.lastIndexOf("\n"));
  const line =
    before.slice(from === 0 ? 0 : before.search(/\s|$/)) + (goesOn && last > 0 ? after.slice(0, last) : after);
  // Ellipses come after marking: text that stays ASCII is faster to scan.
  const pieces = markedText(line.replace(/\s+/g, " ").trim(), wanted);
  if (pieces && from > 0) pieces[0] = `… ${pieces[0]}`;
  if (pieces && goesOn) pieces.push(`${pieces.pop()} …`);
  return pieces;
}

function firstPlace(text: string, wanted: Wanted): number | null {
  if (!ONLY_ASCII.test(text)) return spansIn(text, wanted)[0]?.start ?? null;
  const at = wanted.plain ? text.toLowerCase().search(wanted.plain) : -1;
  return at < 0 ? null : at;
}
