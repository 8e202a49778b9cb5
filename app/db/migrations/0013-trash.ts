import { type Kysely, sql } from "kysely";

/**
 * Tasks in the trash, marked as spam, or permanently deleted. Of a permanently deleted task only the number remains.
 */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("task").addColumn("put_away", "text").execute();
  await db.schema.alterTable("task").addColumn("put_away_at", "bigint").execute();
  // The trash and spam lists, newest first, and sweeping the trash.
  await db.schema
    .createIndex("task_put_away")
    .on("task")
    .columns(["put_away", "put_away_at", "id"])
    .where(sql`put_away`, "is not", null)
    .execute();
}
