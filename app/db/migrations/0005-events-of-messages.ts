import { type Kysely, sql } from "kysely";

/** Finds the events of a message that gets deleted, such as a withdrawn reply. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex("event_by_message")
    .on("event")
    .columns(["message_id"])
    .where(sql`message_id`, "is not", null)
    .execute();
}
