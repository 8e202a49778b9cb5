import { fileWord, queryPiece } from "~/lib/search-text";
import type { Query, QueryTerm, QueryValue } from "./query-ast";

/** The parts of a task's searchable text. */
export type Part = "title" | "labels" | "publicText" | "notes";

/** What requesters search: tags and notes are none of their business, and name and number are their own. */
export const EVERYBODYS_PARTS: readonly Part[] = ["title", "publicText"];
export const ALL_PARTS: readonly Part[] = [...EVERYBODYS_PARTS, "labels", "notes"];

/** A question to the index. `words` must stand in a row in one of the `parts`; `open`: the last is a beginning. */
export type WordQuestion =
  | { kind: "phrase"; words: string[]; open: boolean; parts: readonly Part[] }
  | { kind: "and" | "or"; questions: WordQuestion[] }
  | { kind: "without"; question: WordQuestion; excluded: WordQuestion };

/**
 * What a piece of text asks for; null when it has neither letters nor digits. `print*` asks for a beginning, and so does
 * any unquoted word that may go on (`open`). `as`: under which sign the words stand in the index, if they are asked alone.
 */
export function phraseOf(
  value: { text: string; quoted: boolean },
  parts: readonly Part[],
  { open = false, as = (word) => word }: { open?: boolean; as?: (word: string) => string } = {},
): WordQuestion | null {
  const starred = !value.quoted && value.text.endsWith("*");
  const piece = queryPiece(value.text);
  if (piece.tokens.length === 0) return null;
  return { kind: "phrase", words: piece.tokens.map(as), open: piece.open || starred || open, parts };
}

/** What `title:`, `body:`, `note:` and `file:` ask for: any of the values. Those without letters and digits ask for nothing. */
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

/** The same question about fewer parts. Every phrase must have one of them. */
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

/** The word somebody may still be typing: the last unquoted one, whatever qualifiers follow it; never one under NOT. */
export function unfinishedWord(query: Query | null): QueryTerm | null {
  if (query?.kind === "text") return query.quoted ? null : query;
  if (query?.kind !== "and" && query?.kind !== "or") return null;
  for (const item of query.items.toReversed()) {
    const word = unfinishedWord(item);
    if (word) return word;
  }
  return null;
}
