import type { Kysely } from "kysely";

/** The time zone of the desk, for people without one of their own and for what the product does by itself. */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("catalogue")
    .addColumn("time_zone", "text", (c) => c.notNull().defaultTo("UTC"))
    .execute();
}
