import { type Kysely, sql } from "kysely";

/**
 * Links in mail have a kind, because some act instead of signing in. A session that began with a link counts only while its
 * person is a requester. Notifications remember when they go out by email, and admins choose what such mail contains.
 */
export async function up(db: Kysely<object>) {
  await db.schema
    .alterTable("sign_in_link")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("sign_in"))
    .execute();
  await db.schema
    .alterTable("session")
    .addColumn("by_link", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("notification").addColumn("mail_at", "bigint").execute();
  await db.schema
    .createIndex("notification_mail_due")
    .on("notification")
    .columns(["mail_at", "user_id"])
    .where(sql`mail_at`, "is not", null) // what is to be mailed next
    .execute();
  await db.schema
    .alterTable("catalogue")
    .addColumn("notice_text", "text", (column) => column.notNull().defaultTo("full"))
    .execute();
  await db.schema
    .alterTable("catalogue")
    .addColumn("link_days", "integer", (column) => column.notNull().defaultTo(7))
    .execute();
}
