import type { Kysely } from "kysely";

/** A team may show requesters when to expect the first answer. */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("team")
    .addColumn("shows_first_answer", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
