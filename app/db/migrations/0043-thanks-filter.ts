import type { Kysely } from "kysely";

/** A team may let an email that only says thanks reopen its tasks. */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("team")
    .addColumn("thanks_filter", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
