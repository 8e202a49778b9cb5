import type { Kysely } from "kysely";

/** Templates gain the days of the reminder and can be restored; received messages keep their Message-ID as written. */
export async function up(db: Kysely<object>) {
  const addColumn = (table: string, name: string, type: "integer" | "bigint" | "text") =>
    db.schema.alterTable(table).addColumn(name, type).execute();
  await addColumn("mail_template", "days", "integer");
  await addColumn("mail_template", "deleted_at", "bigint");
  await addColumn("message_email", "mail_id", "text");
}
