import type { Kysely } from "kysely";

/** A hash of the submitted text, to tell a double submit from a form resubmitted with edited text. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable("request_key").addColumn("text_hash", "text").execute();
}
