import { sql } from "kysely";
import type { SearchDocument } from "./search-index.server";
import type { Db } from "./types";

/** A private-use character between texts. Queries never contain it, so no phrase matches across two texts. */
const BETWEEN_TEXTS = " \ue000 ";

const column = (texts: string[][]) => texts.map((words) => words.join(" ")).join(BETWEEN_TEXTS);

/** Replaces the FTS5 rows of `ids` with `documents`. The rowid is the task id. */
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
 * Each transaction adds a segment to the index, and a search reads every segment. FTS5's automerge runs after 64 pages and
 * merges several hundred at once, which blocks everyone for 50 ms. It is off; we merge a few pages every few tasks instead.
 */
const MERGED_AFTER = 12;
const PAGES_EACH = 4;
let unmerged = 0; // per process; it needn't be exact

async function mergeALittle(tx: Db, written: number): Promise<void> {
  unmerged += written;
  if (unmerged < MERGED_AFTER) return;
  const pages = unmerged * PAGES_EACH;
  unmerged = 0;
  await sql`insert into task_search (task_search, rank) values ('merge', ${pages})`.execute(tx);
}

/** Pages per step: about 33 ms on a small machine, so requests get a turn in between. */
const PAGES = 200;

/**
 * Purges deleted words from the index, one step at a time; returns whether there is more to do. A delete only marks words
 * as deleted: they stay in the file until their segments are merged.
 *
 * begin  starts a merge of all segments; later calls continue it
 */
export async function mergeSqliteIndex(tx: Db, { begin }: { begin: boolean }): Promise<boolean> {
  const before = await totalChanges(tx);
  await sql`insert into task_search (task_search, rank) values ('merge', ${begin ? -PAGES : PAGES})`.execute(tx);
  return (await totalChanges(tx)) - before > 1; // the command itself is one: https://sqlite.org/fts5.html#the_merge_command
}

async function totalChanges(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(tx);
  return rows[0]?.n ?? 0;
}
