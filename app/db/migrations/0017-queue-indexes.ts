import { type Kysely, sql } from "kysely";

/**
 * Adds the columns of common filters and access checks to the indexes that sort open lists. The database then skips
 * tasks that don't match without reading their rows.
 */
export async function up(db: Kysely<object>) {
  const narrowing = sql`team_id, assignee_id, status, confidential, put_away, merged_into`;
  await sql`drop index task_by_attention`.execute(db);
  await sql`create index task_by_attention on task (
    open, due_at, (4 - priority),
    (case when last_requester_at > coalesce(last_agent_at, 0) then last_requester_at else 999999999999999 end), id,
    ${narrowing}
  )`.execute(db);
  await sql`drop index task_by_update`.execute(db);
  await sql`create index task_by_update on task (open, updated_at, id, ${narrowing})`.execute(db);
}
