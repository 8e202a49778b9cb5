import type { Db } from "~/db/types";
import { isAbsent } from "~/features/users/absence.server";
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
  now: number,
): Promise<Offer[] | null> {
  if (!isAgent(viewer)) return null;
  const task = taskId === null ? null : await taskWorkedOn(db, viewer, taskId);
  if (task === undefined) return null;
  const people = await colleaguesLike(db, task && { ...task, assignee_id: null }, words);
  return people.map(({ id, name, email, ...absence }) => {
    const detail = isAbsent(absence, now) ? `away${email ? ` · ${email}` : ""}` : email;
    return { value: String(id), label: name, detail };
  });
}

const taskWorkedOn = (db: Db, viewer: Viewer, id: number) =>
  db
    .selectFrom("task")
    .select(["confidential", "team_id"])
    .where("task.id", "=", id)
    .where(workableBy(viewer))
    .executeTakeFirst();
