import type { Db } from "~/db/types";
import * as say from "./catalogue-copy";

/**
 * Why a status or type can't be deleted: tasks have it, or could have it again once restored. Null if none does. The empty
 * rows of tasks deleted for good don't count.
 */
export async function tasksUsing(db: Db, column: "status" | "type", key: string): Promise<string | null> {
  const tasks = db.selectFrom("task").select("id").where(column, "=", key).limit(1);
  if (await tasks.where("put_away", "is", null).executeTakeFirst()) return say.tasksUseIt;
  const restorable = tasks.where("put_away", "in", ["trash", "spam"]);
  return (await restorable.executeTakeFirst()) ? say.tasksInTrashUseIt : null;
}
