import { sql } from "kysely";
import type { Db } from "~/db/types";
import { workableBy } from "~/features/tasks/task-policy.server";
import { peopleOfTeam, type TaskOfTeam } from "~/features/tasks/team-access.server";
import { isAbsent } from "~/features/users/absence.server";
import { hasWords, searchPrefixes } from "~/features/users/user-search-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import type { Offer } from "~/ui/choice-list";

const MOST_SUGGESTED = 8;

/**
 * Suggests assignees by prefixes of name or address: people with access through the task's team, or every agent for a
 * new task (null). Null for requesters.
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

/** A few people who work on the task, or on any task if null, by prefixes of name or address. */
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
