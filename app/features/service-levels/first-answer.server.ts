import type { Db } from "~/db/types";

/**
 * When a task's requester can expect a first response. Null if its team doesn't show that, or if the clock has ended.
 * Requesters see nothing else about clocks (domain B8, rule 13).
 */
export async function readFirstAnswerBy(db: Db, taskId: number): Promise<number | null> {
  const clock = await db
    .selectFrom("clock")
    .innerJoin("task", "task.id", "clock.task_id")
    .innerJoin("team", "team.id", "task.team_id")
    .select("clock.due_at")
    .where("clock.task_id", "=", taskId)
    .where("clock.metric", "=", "first")
    .where("clock.is_current", "=", 1)
    .where("clock.state", "in", ["running", "warning", "breached"])
    .where("clock.ended_at", "is", null)
    .where("team.shows_first_answer", "=", 1)
    .executeTakeFirst();
  return clock?.due_at ?? null;
}
