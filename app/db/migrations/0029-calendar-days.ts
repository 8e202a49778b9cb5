import { type Kysely, sql } from "kysely";

/**
 * A due day becomes a calendar day: midnight UTC of the day that was shown. Until now it was the last minute of that day in
 * UTC, or any moment of it where an import had brought one. A snooze keeps the day that was chosen beside its moment.
 */
export async function up(db: Kysely<object>) {
  await db.schema.alterTable("task").addColumn("snooze_day", "bigint").execute();
  await sql`update task set due_at = due_at - ((due_at % 86400000) + 86400000) % 86400000
    where due_at is not null and due_at % 86400000 <> 0`.execute(db);
}
