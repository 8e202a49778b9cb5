import { type Kysely, sql } from "kysely";

/**
 * Over https the session cookie has a new name, which a sibling domain can't set. Sessions started under the old name
 * can be exchanged once. Later ones can't: a sibling domain could set their id under the old name.
 */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("session")
    .addColumn("old_cookie", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update session set old_cookie = 1`.execute(db);
}
