import { type Kysely, sql } from "kysely";

/**
 * Email links get a kind, because some perform an action instead of signing in. A session started from a link is valid
 * only while its user is a requester. Notifications store when to email them, and admins choose how much of a message
 * those emails contain.
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
    .where(sql`mail_at`, "is not", null) // notifications due by email
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
