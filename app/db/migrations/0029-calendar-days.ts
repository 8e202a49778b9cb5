import { type Kysely, sql } from "kysely";

/**
 * Stores due days as calendar days: midnight UTC of the displayed day. Until now they were the last minute of that day
 * in UTC, or any time of it after an import. A snooze also stores the chosen day, next to the time it ends.
 */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("task").addColumn("snooze_day", "bigint").execute();
  await sql`update task set due_at = due_at - ((due_at % 86400000) + 86400000) % 86400000
    where due_at is not null and due_at % 86400000 <> 0`.execute(db);
}
