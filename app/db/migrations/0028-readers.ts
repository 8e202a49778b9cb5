import type { Kysely } from "kysely";

/**
 * A token of the readers shown to the author of a held reply: if the readers change, it isn't sent. Null for earlier
 * replies.
 */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("message").addColumn("send_readers", "text").execute();
}
