import type { Kysely } from "kysely";

/** A team setting: whether emails that only say thanks leave a resolved task resolved. */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("team")
    .addColumn("thanks_filter", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
