import { sql } from "kysely";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { visibleTo } from "./task-policy.server";

/**
 * Maps task numbers to the task that holds their content: the task itself, or the one it was merged into, across any
 * number of merges. Leaves out numbers that lead to a task the viewer may not see.
 */
export async function followMerges(db: Db, viewer: Viewer, numbers: readonly number[]): Promise<Map<number, number>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<{ asked: number; id: number }>`
    with recursive trail(asked, id, onwards) as (
      select id, id, merged_into from task where id in (${sql.join(numbers)})
      union all
      select trail.asked, task.id, task.merged_into from trail join task on task.id = trail.onwards
    )
    select trail.asked, trail.id from trail join task on task.id = trail.id where ${visibleTo(viewer)}
  `.execute(db);
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}

/** The task this one was merged into; null when not merged, or when the viewer may not see that task. */
export async function mergedInto(db: Db, viewer: Viewer, id: number): Promise<number | null> {
  const now = (await followMerges(db, viewer, [id])).get(id);
  return now === undefined || now === id ? null : now;
}

/** The task and all tasks merged into it, directly or indirectly. */
export async function withMerged(db: Db, taskId: number): Promise<number[]> {
  const all = [taskId];
  for (let next = all; next.length > 0; ) {
    const merged = await db.selectFrom("task").select("id").where("merged_into", "in", next).execute();
    next = merged.map(({ id }) => id);
    all.push(...next);
  }
  return all;
}

/** Where a task's content is now, without access checks: the task itself, or the last it was merged into. Null for none. */
export async function lastOfMerges(db: Db, id: number): Promise<number | null> {
  for (let at = id; ; ) {
    const task = await db.selectFrom("task").select("merged_into").where("id", "=", at).executeTakeFirst();
    if (!task) return null;
    if (task.merged_into === null) return at;
    at = task.merged_into;
  }
}
