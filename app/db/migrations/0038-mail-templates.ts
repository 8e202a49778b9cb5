import type { Kysely } from "kysely";

/** Reminder days and restorable resets for mail templates, and the original Message-ID of received messages. */
export async function up(db: Kysely<object>) {
  const addColumn = (table: string, name: string, type: "integer" | "bigint" | "text") =>
    db.schema.alterTable(table).addColumn(name, type).execute();
  await addColumn("mail_template", "days", "integer");
  await addColumn("mail_template", "deleted_at", "bigint");
  await addColumn("message_email", "mail_id", "text");
}
