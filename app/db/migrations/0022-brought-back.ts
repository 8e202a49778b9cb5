import type { Kysely } from "kysely";

/** Removed sites and custom fields can be restored for a day. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("site").addColumn("deleted_at", "bigint").execute();
  await db.schema.alterTable("custom_field").addColumn("deleted_at", "bigint").execute();
}
