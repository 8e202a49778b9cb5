import { type Kysely, sql } from "kysely";

/**
 * Cheaper inserts: a new task notifies a whole team, and each row went into three indexes by person. With partial
 * indexes it goes into only one.
 */
export async function up(db: Kysely<object>) {
  for (const name of ["notification_by_person", "notification_unread", "notification_batch"])
    await db.schema.dropIndex(name).execute();
  const theirs = ["user_id", "at", "id"];
  await db.schema
    .createIndex("notification_unread") // the unread count on every page, and marking a task's notifications as read
    .on("notification")
    .columns(theirs)
    .where(sql`read_at`, "is", null)
    .execute();
  await db.schema
    .createIndex("notification_read") // read ones, for the notifications page
    .on("notification")
    .columns(theirs)
    .where(sql`read_at`, "is not", null)
    .execute();
  await db.schema
    .createIndex("notification_batch") // one per person and bulk change; few rows have a batch
    .unique()
    .on("notification")
    .columns(["batch", "user_id"])
    .where(sql`batch`, "is not", null)
    .execute();
}
