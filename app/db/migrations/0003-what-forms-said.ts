import type { Kysely } from "kysely";

/** A form that is sent again with another text is told from one that is sent twice. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable("request_key").addColumn("text_hash", "text").execute();
}
