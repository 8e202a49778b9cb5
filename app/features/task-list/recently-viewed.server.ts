import type { Db } from "~/db/types";
import type { Sight } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/user-words";
import { type ListedTask, listTasksByNumber } from "./listed-tasks.server";

/** The tasks this person has opened last and may still see, the latest first. */
export async function listViewed(
  db: Db,
  viewer: Viewer,
  sights: readonly Sight[],
  limit: number,
): Promise<ListedTask[]> {
  const viewed = await db
    .selectFrom("task_seen")
    .select("task_id")
    .where("user_id", "=", viewer.id)
    .where("viewed_at", ">", 0) // what was only marked as read, in a list, was not opened
    .orderBy("viewed_at", "desc")
    .orderBy("task_id", "desc")
    .limit(limit)
    .execute();
  return listTasksByNumber(
    db,
    viewer,
    sights,
    viewed.map(({ task_id }) => task_id),
  );
}
