import type { Kysely } from "kysely";

/** Token of the readers that the writer of a held reply was shown: if they change, it isn't sent. Null for earlier replies. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("message").addColumn("send_readers", "text").execute();
}
