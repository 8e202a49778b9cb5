import type { Kysely } from "kysely";

/** Counts the unassigned tasks of a team. It covers what decides who may see them: otherwise SQLite scans all open tasks. */
export async function up(db: Kysely<object>) {
  await db.schema
    .createIndex("task_by_team_and_assignee")
    .on("task")
    .columns(["team_id", "open", "assignee_id", "confidential", "put_away", "merged_into"])
    .execute();
}
