import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/** Turns off FTS5's automerge: writers merge a few pages every few tasks instead (db/search-index.sqlite.server). */
export async function up(db: Kysely<object>) {
  if (engineOf(db as never) !== "sqlite") return;
  await sql`insert into task_search (task_search, rank) values ('automerge', 0)`.execute(db);
}
