import type { Kysely } from "kysely";

/** The retry time of received mail whose processing failed or was interrupted, so it doesn't block other mail. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("inbound_mail").addColumn("try_at", "bigint").execute();
}
