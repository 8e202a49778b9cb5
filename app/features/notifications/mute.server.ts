import type { Db } from "~/db/types";
import { isVisible } from "~/features/tasks/task-people.server";
import type { Viewer } from "~/features/users/user-words";

/** Tells somebody of this task only when they are mentioned or it is given to them, or of all again. False for none they see. */
export async function setMuted(db: Db, viewer: Viewer, taskId: number, muted: boolean): Promise<boolean> {
  if (!(await isVisible(db, viewer, taskId))) return false;
  const row = { task_id: taskId, user_id: viewer.id };
  if (muted) {
    await db
      .insertInto("task_mute")
      .values(row)
      .onConflict((conflict) => conflict.columns(["task_id", "user_id"]).doNothing())
      .execute();
  } else {
    await db.deleteFrom("task_mute").where("task_id", "=", taskId).where("user_id", "=", viewer.id).execute();
  }
  return true;
}
