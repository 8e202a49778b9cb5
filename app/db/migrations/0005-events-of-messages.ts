import { type Kysely, sql } from "kysely";

/** A message that is deleted, as a withdrawn reply is, is looked for among the events that tell of messages alone. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex("event_by_message")
    .on("event")
    .columns(["message_id"])
    .where(sql`message_id`, "is not", null)
    .execute();
}
