import type { Kysely } from "kysely";

/** Sites and custom fields that were removed can be brought back for a day. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("site").addColumn("deleted_at", "bigint").execute();
  await db.schema.alterTable("custom_field").addColumn("deleted_at", "bigint").execute();
}
