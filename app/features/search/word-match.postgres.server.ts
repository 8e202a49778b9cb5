import { sql } from "kysely";
import { MARKS } from "~/db/search-index.postgres.server";
import { EVERYBODYS_PARTS, type Part, type Phrase, type WordQuestion } from "./index-query";
import { ofAskedTask } from "./sql-condition.server";
import type { WordMatch } from "./word-match.server";

/** Prints a question as a tsquery. Words are only letters, digits and marks, so quoting them is enough. */
function tsqueryQuestion(question: WordQuestion): string {
  switch (question.kind) {
    case "phrase":
      return places(question.parts)
        .map((place) => inPlace(question, place))
        .join(" | ");
    case "without":
      return `(${tsqueryQuestion(question.question)}) & !(${tsqueryQuestion(question.excluded)})`;
    default:
      return question.questions.map((one) => `(${tsqueryQuestion(one)})`).join(question.kind === "and" ? " & " : " | ");
  }
}

type WeightedMark = { mark: string; weight: string };

/** Locations of the parts in the document: under a mark, or all public words (see db/search-index.postgres). */
function places(parts: readonly Part[]): WeightedMark[] {
  const everywhere = EVERYBODYS_PARTS.every((part) => parts.includes(part));
  const asked = everywhere ? [{ mark: "", weight: "" }] : [];
  for (const part of parts) {
    if (everywhere && EVERYBODYS_PARTS.includes(part)) continue;
    if (part === "publicText") asked.push({ mark: "", weight: "C" });
    else asked.push({ mark: MARKS[part], weight: "" });
  }
  return asked;
}

function inPlace({ words, open }: Phrase, { mark, weight }: WeightedMark): string {
  const lexemes = words.map((word, i) => {
    const flags = (open && i === words.length - 1 ? "*" : "") + weight;
    return `'${mark}${word}'${flags && `:${flags}`}`;
  });
  return lexemes.length > 1 ? `(${lexemes.join(" <-> ")})` : (lexemes[0] ?? "");
}

/**
 * Materialised so that the index runs once. Otherwise the planner may walk tasks from the newest and test each document,
 * which is very slow when few match. The nested select hides the question from the planner: for a common word it would
 * read and decompress every document.
 */
const select = (question: WordQuestion, task: number | null) => sql<{ id: number }>`(
  with found as materialized (
    select task_id as id from task_search
    where document @@ (select ${tsqueryQuestion(question)}::tsquery) and ${ofAskedTask({ task }, "task_id")}
  ) select id from found
)`;

/** Newest first, so a page with a limit reads no more tasks than it shows. */
const newestFirst = (question: WordQuestion) =>
  sql<{ id: number }>`(select found.id from ${select(question, null)} as found order by found.id desc)`;

export const postgresMatch: WordMatch = { ids: select, hits: newestFirst };
