import type { Db } from "~/db/types";
import { isAgent, type Viewer } from "~/features/users/user-words";
import type { Offer } from "~/ui/choice-list";
import { colleaguesLike } from "../mentions/suggest-mentions.server";
import { workableBy } from "../task-policy.server";

/**
 * Who could be made assignee, by beginnings of a name or an address: of a task, those with access to it through its team;
 * of one that is only being made (null), everybody who works on tasks. Null for those who have no say in it.
 */
export async function suggestAssignees(
  db: Db,
  viewer: Viewer,
  taskId: number | null,
  words: string,
): Promise<Offer[] | null> {
  if (!isAgent(viewer)) return null;
  const task =
    taskId === null
      ? { confidential: 0 as const, team_id: 0 }
      : await db
          .selectFrom("task")
          .select(["confidential", "team_id"])
          .where("task.id", "=", taskId)
          .where(workableBy(viewer))
          .executeTakeFirst();
  if (!task) return null;
  const people = await colleaguesLike(db, { ...task, assignee_id: null }, words);
  return people.map(({ id, name, email }) => ({ value: String(id), label: name, detail: email }));
}
