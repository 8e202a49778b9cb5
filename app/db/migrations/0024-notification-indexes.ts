import { type Kysely, sql } from "kysely";

/**
 * A new task tells a whole team, and each of them has a place of their own in every index that begins with the person: one of
 * them is written then, instead of three.
 */
export async function up(db: Kysely<object>) {
  for (const name of ["notification_by_person", "notification_unread", "notification_batch"])
    await db.schema.dropIndex(name).execute();
  const theirs = ["user_id", "at", "id"];
  await db.schema
    .createIndex("notification_unread") // how many there are, on every page; those of one task, when it is seen
    .on("notification")
    .columns(theirs)
    .where(sql`read_at`, "is", null)
    .execute();
  await db.schema
    .createIndex("notification_read") // the others on the page of them
    .on("notification")
    .columns(theirs)
    .where(sql`read_at`, "is not", null)
    .execute();
  await db.schema
    .createIndex("notification_batch") // one of each change of many tasks, which is what few are about
    .unique()
    .on("notification")
    .columns(["batch", "user_id"])
    .where(sql`batch`, "is not", null)
    .execute();
}
