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
  await mergeALittle(tx, ids.length);
}

/**
 * Every transaction leaves one more part of the index, and a search looks into each. FTS5 merges them by itself whenever 64
 * pages were written, several hundred pages at a time, for which everybody waits a twentieth of a second. It is told not to,
 * and what merging the same takes is done in smaller steps: every few tasks, some pages for each.
 */
const MERGED_AFTER = 12;
const PAGES_EACH = 4;
let unmerged = 0; // of this process; another one counts its own, and no count has to be right

async function mergeALittle(tx: Db, written: number): Promise<void> {
  unmerged += written;
  if (unmerged < MERGED_AFTER) return;
  const pages = unmerged * PAGES_EACH;
  unmerged = 0;
  await sql`insert into task_search (task_search, rank) values ('merge', ${pages})`.execute(tx);
}

/** About a thirtieth of a second of work on a small machine: others are answered in between. */
const PAGES = 200;

/**
 * Does a part of writing the index anew without what was deleted, and answers whether there is more to do. A deletion alone
 * only marks the task's words as not to be found: they lie in the file until the parts of the index are merged.
 *
 * begin  with it all parts are taken together; later calls go on
 */
export async function mergeSqliteIndex(tx: Db, { begin }: { begin: boolean }): Promise<boolean> {
  const before = await totalChanges(tx);
  await sql`insert into task_search (task_search, rank) values ('merge', ${begin ? -PAGES : PAGES})`.execute(tx);
  return (await totalChanges(tx)) - before > 1; // the row that asks counts as well: https://sqlite.org/fts5.html#the_merge_command
}

async function totalChanges(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(tx);
  return rows[0]?.n ?? 0;
}
