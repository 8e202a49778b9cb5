import type { Kysely } from "kysely";

/** Mail whose processing failed or was interrupted waits, and doesn't hold up the rest. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("inbound_mail").addColumn("try_at", "bigint").execute();
}
