import { type Kysely, sql } from "kysely";

/**
 * Indexes tasks by the time they were resolved or closed, for queries (`resolved:2026-03-09`) and charts. `open` comes
 * first, because lists query open and done tasks separately.
 */
export async function up(db: Kysely<object>) {
  await sql`create index task_by_solution on task (open, resolved_at) where resolved_at is not null`.execute(db);
  await sql`create index task_by_closing on task (open, closed_at) where closed_at is not null`.execute(db);
}
