import { type Kysely, sql } from "kysely";

/**
 * Over https the session's cookie has a new name, which no neighbour domain can set. Sessions that began under the old name
 * may be exchanged once. Later ones may not: a neighbour could set their id under the old name.
 */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("session")
    .addColumn("old_cookie", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update session set old_cookie = 1`.execute(db);
}
