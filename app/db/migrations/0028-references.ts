import type { Kysely } from "kysely";

/** Whom the writer of a held reply was told of, as a token: where others would read it, it isn't sent. Null for earlier ones. */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("message").addColumn("send_readers", "text").execute();
}
