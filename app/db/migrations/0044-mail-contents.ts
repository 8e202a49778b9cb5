import { type Kysely, sql } from "kysely";

/**
 * Messages quoted in sent mail, an index to sweep the text of sent mail, and the direction in which an address fails.
 */
export async function up(db: Kysely<object>) {
  await db.schema
    .createTable("mail_quote")
    .addColumn("outgoing_id", "integer", (c) => c.notNull().references("outgoing_mail.id").onDelete("cascade"))
    .addColumn("message_id", "integer", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("mail_quote_key", ["outgoing_id", "message_id"])
    .execute();
  await db.schema.createIndex("mail_quote_by_message").on("mail_quote").column("message_id").execute();
  await db.schema
    .createIndex("outgoing_mail_with_text")
    .on("outgoing_mail")
    .column("created_at")
    .where(sql<boolean>`kind <> 'reply'`)
    .where(sql<boolean>`content <> ''`)
    .execute();

  await db.schema.alterTable("mail_address").addColumn("failed_direction", "text").execute();
  await sql`update mail_address set failure = null, failed_at = null`.execute(db); // the next attempt sets them
}
