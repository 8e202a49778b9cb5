import type { Db } from "~/db/types";
import type { Sight } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/user-words";
import { type ListedTask, listTasksByNumber } from "./listed-tasks.server";

/** The tasks in which this person has begun a message and may still see, the latest first. */
export async function listDrafted(
  db: Db,
  viewer: Viewer,
  sights: readonly Sight[],
  limit: number,
): Promise<ListedTask[]> {
  const drafts = await db
    .selectFrom("draft")
    .select("task_id")
    .where("user_id", "=", viewer.id)
    .where("task_id", "is not", null)
    .where("deleted_at", "is", null)
    .groupBy("task_id")
    .orderBy(({ fn }) => fn.max("updated_at"), "desc")
    .limit(limit)
    .execute();
  return listTasksByNumber(
    db,
    viewer,
    sights,
    drafts.flatMap(({ task_id }) => task_id ?? []),
  );
}
