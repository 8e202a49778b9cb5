import type { Db } from "~/db/types";
import { colleaguesLike } from "~/features/people/suggest-assignees.server";
import { workableBy } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/user-words";
import type { Suggested } from "./mention-list";

/**
 * Whom somebody who works on a task may mean by these beginnings of a name or an address: people who work on it as well,
 * by name. Null for those who do not work on it: names are not theirs to look up.
 */
export async function suggestMentions(
  db: Db,
  viewer: Viewer,
  taskId: number,
  words: string,
): Promise<Suggested[] | null> {
  const task = await db
    .selectFrom("task")
    .select(["assignee_id", "confidential", "team_id"])
    .where("task.id", "=", taskId)
    .where(workableBy(viewer))
    .executeTakeFirst();
  if (!task) return null;

  const people = await colleaguesLike(db, task, words);
  const shared = (name: string) => people.filter((other) => other.name === name).length > 1;
  return people.map(({ id, name, email }) => ({ id, name, email, write: shared(name) && email ? email : name }));
}
