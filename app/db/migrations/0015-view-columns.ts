import type { Kysely } from "kysely";

/** The columns that a view shows to whoever has chosen none of their own for it. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("view").addColumn("columns", "text").execute();
}
