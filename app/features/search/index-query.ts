import { fileWord, queryPiece } from "~/lib/search-tokens";
import type { Query, QueryTerm, QueryValue } from "./query-ast";

export type Part = "title" | "labels" | "publicText" | "notes";

/** Parts that requesters search. Labels and notes are internal. */
export const EVERYBODYS_PARTS: readonly Part[] = ["title", "publicText"];
export const ALL_PARTS: readonly Part[] = [...EVERYBODYS_PARTS, "labels", "notes"];

/** `words` must be adjacent in one of `parts`; `open`: the last word is a prefix. */
export type Phrase = { kind: "phrase"; words: string[]; open: boolean; parts: readonly Part[] };

/** Full-text question. */
export type WordQuestion =
  | Phrase
  | { kind: "and" | "or"; questions: WordQuestion[] }
  | { kind: "without"; question: WordQuestion; excluded: WordQuestion };

/**
 * Phrase for a piece of text; null when it has no letters or digits. `open` or a trailing `*` makes the last word a prefix.
 * `as` maps a word to its form in the index, such as the one for file names.
 */
export function phraseOf(
  value: { text: string; quoted: boolean },
  parts: readonly Part[],
  { open = false, as = (word) => word }: { open?: boolean; as?: (word: string) => string } = {},
): Phrase | null {
  const starred = !value.quoted && value.text.endsWith("*");
  const piece = queryPiece(value.text);
  if (piece.tokens.length === 0) return null;
  return { kind: "phrase", words: piece.tokens.map(as), open: piece.open || starred || open, parts };
}

/** Question for `title:`, `body:`, `note:` and `file:`: any of the values. Values without letters or digits are ignored. */
export function partQuestion(key: string, values: readonly QueryValue[], works: boolean): WordQuestion | null {
  const questions = values.flatMap((value) => {
    if (value.kind === "range") return [];
    const asked = { text: value.text, quoted: value.kind === "quoted" };
    if (key !== "file") return phraseOf(asked, PARTS_BY_KEY[key] ?? []) ?? [];
    return phraseOf(asked, works ? ["publicText", "notes"] : ["publicText"], { as: fileWord }) ?? [];
  });
  return joined("or", questions);
}

const PARTS_BY_KEY: Record<string, readonly Part[]> = { title: ["title"], body: ["publicText"], note: ["notes"] };

export function joined(kind: "and" | "or", questions: WordQuestion[]): WordQuestion | null {
  const [only] = questions;
  return questions.length > 1 ? { kind, questions } : (only ?? null);
}

/** Limits a question to some parts. Every phrase must include one of them. */
export function narrowed(question: WordQuestion, parts: readonly Part[]): WordQuestion {
  if (question.kind === "phrase") return { ...question, parts: question.parts.filter((part) => parts.includes(part)) };
  if (question.kind === "without") {
    return {
      kind: "without",
      question: narrowed(question.question, parts),
      excluded: narrowed(question.excluded, parts),
    };
  }
  return { kind: question.kind, questions: question.questions.map((one) => narrowed(one, parts)) };
}

/** The word the viewer may still be typing: the last unquoted one outside NOT, even if qualifiers follow it. */
export function unfinishedWord(query: Query | null): QueryTerm | null {
  if (query?.kind === "text") return query.quoted ? null : query;
  if (query?.kind !== "and" && query?.kind !== "or") return null;
  for (const item of query.items.toReversed()) {
    const word = unfinishedWord(item);
    if (word) return word;
  }
  return null;
}
