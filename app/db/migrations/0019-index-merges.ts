import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Whoever writes into the text index of SQLite merges a little of it as well (db/search-index.sqlite), instead of FTS5 much of it at once. */
export async function up(db: Kysely<object>) {
  if (engineOf(db as never) !== "sqlite") return;
  await sql`insert into task_search (task_search, rank) values ('automerge', 0)`.execute(db);
}
