import { sql } from "kysely";
import type { Db } from "~/db/types";
import { emailOf } from "../seed/people";

const { doDueJobs } = await import("~/features/jobs/job-queue.server");
const { policyJobs, SELECTION_JOB } = await import("~/features/service-levels/policies-changed.server");
const { registerAllSubjects } = await import("~/subjects.server");
const { setServiceLevels } = await import("../demo/service-levels");

/** Of a hundred unfinished tasks, about so many are about to be late, and so many are late. */
const [WARNED, LATE] = [2, 4];

/**
 * Gives every task of a seeded desk clocks. The product starts the clocks of unfinished tasks; finished tasks met their
 * targets.
 */
export async function seedClocks(db: Db, now: number): Promise<void> {
  registerAllSubjects();
  const admin = await db
    .selectFrom("user")
    .select(["id", "name", "email", "role"])
    .where("email", "=", emailOf("agent", 0))
    .executeTakeFirstOrThrow();
  await setServiceLevels(db, admin, now);
  while (await isSelecting(db)) await doDueJobs(db, policyJobs, now, rethrow);
  await db
    .updateTable("clock_state")
    .set({ level: sql<string>`case when task_id % 100 < ${WARNED} then 'warning' else 'breached' end` })
    .where(sql<number>`task_id % 100`, "<", WARNED + LATE)
    .execute();
  await sql`insert into clock_state (task_id, policy_id, facts, state, level)
    select task.id, some.policy_id, some.facts, some.state, 'met'
    from task cross join (select policy_id, facts, state from clock_state order by task_id limit 1) as some
    where task.open = 0`.execute(db);
  for (const [metric, length] of [
    ["first", 4],
    ["resolution", 24],
  ] as const) {
    const target = length * 3_600_000;
    await sql`insert into clock
      (task_id, metric, ordinal, is_current, policy_id, state, target, consumed, started_at, met_at, ended_at)
      select task.id, ${metric}, 0, 1, clock_state.policy_id, 'met', ${target}, ${target / 2}, task.created_at,
        task.updated_at, task.updated_at
      from task join clock_state on clock_state.task_id = task.id
      where task.open = 0`.execute(db);
  }
}

const isSelecting = (db: Db) => db.selectFrom("job").select("id").where("key", "=", SELECTION_JOB).executeTakeFirst();

function rethrow(error: unknown): never {
  throw error;
}
