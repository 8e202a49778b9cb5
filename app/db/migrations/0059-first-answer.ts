import type { Kysely } from "kysely";

/** A team setting: whether requesters see when to expect a first response. */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("team")
    .addColumn("shows_first_answer", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
