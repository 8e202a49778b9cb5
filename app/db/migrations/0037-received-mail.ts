import type { Kysely } from "kysely";

/** Whether a bounce is proven, and our own verdict on the sender of mail that a server hands over. */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("delivery")
    .addColumn("proven_bounce", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("inbound_mail").addColumn("verdict", "text").execute();
  // Duplicates, whose sources are deleted together.
  await db.schema.createIndex("inbound_mail_by_twin").on("inbound_mail").column("same_as").execute();
}
