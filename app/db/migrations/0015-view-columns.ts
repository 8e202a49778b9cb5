import type { Kysely } from "kysely";

/** A view's default columns, for people who haven't chosen their own. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("view").addColumn("columns", "text").execute();
}
