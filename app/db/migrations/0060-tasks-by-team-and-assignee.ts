import type { Kysely } from "kysely";

/**
 * Index for counting a team's unassigned tasks. It covers the columns of access checks; without them SQLite scans all
 * open tasks.
 */
export async function up(db: Kysely<object>) {
  await db.schema
    .createIndex("task_by_team_and_assignee")
    .on("task")
    .columns(["team_id", "open", "assignee_id", "confidential", "put_away", "merged_into"])
    .execute();
}
