import type { RawBuilder } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { postgresMatch } from "./word-match.postgres.server";
import { sqliteMatch } from "./word-match.sqlite.server";
import type { WordQuestion } from "./word-question";

/**
 * The statements the engines disagree on.
 *
 * ids   a sub-select of the numbers of the tasks that answer the question, for `task.id in (…)`
 * hits  the same as a table expression with one column `id`, for walking from the newest down
 */
export type WordMatch = {
  ids: (question: WordQuestion) => RawBuilder<unknown>;
  hits: (question: WordQuestion) => RawBuilder<{ id: number }>;
};

export const wordMatchOf = (db: Db): WordMatch => (engineOf(db) === "sqlite" ? sqliteMatch : postgresMatch);
