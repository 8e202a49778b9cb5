import type { Kysely } from "kysely";

/** The desk's time zone, for people who haven't chosen one and for automatic work. */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("catalogue")
    .addColumn("time_zone", "text", (c) => c.notNull().defaultTo("UTC"))
    .execute();
}
