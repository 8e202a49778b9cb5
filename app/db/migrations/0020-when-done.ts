import { type Kysely, sql } from "kysely";

/**
 * Tasks by when they were resolved or closed, for queries (`resolved:2026-03-09`) and for charts. `open` comes first, because
 * lists read what is open and what is not apart. A task that was never resolved or closed is in neither.
 */
export async function up(db: Kysely<object>) {
  await sql`create index task_by_solution on task (open, resolved_at) where resolved_at is not null`.execute(db);
  await sql`create index task_by_closing on task (open, closed_at) where closed_at is not null`.execute(db);
}
