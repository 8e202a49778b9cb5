import { sql } from "kysely";
import type { Db } from "~/db/types";
import { workableBy } from "~/features/tasks/task-policy.server";
import { peopleOfTeam, type TaskOfTeam } from "~/features/tasks/team-access.server";
import { isAbsent } from "~/features/users/absence.server";
import { hasWords, searchPrefixes } from "~/features/users/user-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import type { Offer } from "~/ui/choice-list";

const MOST_SUGGESTED = 8;

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

/** A few of those who work on a task, or on any task where it is null, by beginnings of a name or an address. */
export function colleaguesLike(
  db: Db,
  task: Pick<TaskOfTeam, "assignee_id" | "confidential" | "team_id"> | null,
  words: string,
) {
  let query = peopleOfTeam(db, task?.team_id ?? 0)
    .select(["user.absent_from", "user.absent_until"])
    .where("user.role", "in", ["agent", "admin"])
    .where("user.state", "=", "active")
    .orderBy("user.name_key")
    .orderBy("user.id")
    .limit(MOST_SUGGESTED);
  if (task) {
    query = query.where((eb) =>
      eb.or([
        eb("user.role", "=", "admin"),
        eb("team_member.user_id", "is not", null),
        eb("user.id", "=", task.assignee_id ?? 0),
        ...(task.confidential === 0 ? [eb("team.visibility", "=", "open")] : []),
      ]),
    );
  }
  for (const beginning of searchPrefixes(words)) query = query.where(hasWords(sql.ref("user.id"), beginning));
  return query.execute();
}
