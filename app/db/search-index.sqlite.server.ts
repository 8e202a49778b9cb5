import { sql } from "kysely";
import type { SearchDocument } from "./search-index.server";
import type { Db } from "./types";

/** A private character stands between two texts. No question contains it, so no phrase reaches across. */
const BETWEEN_TEXTS = " \ue000 ";

const column = (texts: string[][]) => texts.map((words) => words.join(" ")).join(BETWEEN_TEXTS);

/** Replaces what the FTS5 table has about `ids` by `documents`. Its rowid is the task's number. */
export async function storeInSqlite(tx: Db, ids: number[], documents: SearchDocument[]): Promise<void> {
  await sql`delete from task_search where rowid in (${sql.join(ids)})`.execute(tx);
  for (const { taskId, title, labels, publicText, notes } of documents) {
    await sql`
      insert into task_search (rowid, title, labels, public_text, notes)
      values (${taskId}, ${column(title)}, ${column(labels)}, ${column(publicText)}, ${column(notes)})
    `.execute(tx);
  }
}
