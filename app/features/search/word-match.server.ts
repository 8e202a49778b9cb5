import { type RawBuilder, sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { ALL_PARTS, type Part, type WordQuestion } from "./index-query";
import { ofAskedTask } from "./sql-condition.server";
import { postgresMatch } from "./word-match.postgres.server";

/**
 * Full-text SQL that differs between engines.
 *
 * ids   a subselect of matching task ids, for `task.id in (…)`; with a task, of that one alone
 * hits  the same as a table expression with one column `id`, to read newest first
 */
export type WordMatch = {
  ids: (question: WordQuestion, task: number | null) => RawBuilder<unknown>;
  hits: (question: WordQuestion) => RawBuilder<{ id: number }>;
};

export const wordMatchOf = (db: Db): WordMatch => (engineOf(db) === "sqlite" ? sqliteMatch : postgresMatch);

const COLUMNS: Record<Part, string> = { title: "title", labels: "labels", publicText: "public_text", notes: "notes" };

/** Prints a question in FTS5 syntax: https://www.sqlite.org/fts5.html#full_text_query_syntax */
function fts5Question(question: WordQuestion): string {
  switch (question.kind) {
    case "phrase": {
      const phrase = `"${question.words.join(" ")}"${question.open ? " *" : ""}`;
      if (question.parts.length === ALL_PARTS.length) return phrase;
      return `{${question.parts.map((part) => COLUMNS[part]).join(" ")}} : ${phrase}`;
    }
    case "without":
      return `(${fts5Question(question.question)}) NOT (${fts5Question(question.excluded)})`;
    default:
      return question.questions.map((one) => `(${fts5Question(one)})`).join(question.kind === "and" ? " AND " : " OR ");
  }
}

const select = (question: WordQuestion, task: number | null) =>
  sql<{ id: number }>`(
    select rowid as id from task_search
    where task_search match ${fts5Question(question)} and ${ofAskedTask({ task }, "rowid")}
  )`;

const sqliteMatch: WordMatch = { ids: select, hits: (question) => select(question, null) };
