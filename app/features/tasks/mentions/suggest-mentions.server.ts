import { sql } from "kysely";
import type { Db } from "~/db/types";
import { hasWords } from "~/features/users/people-words.server";
import { personBeginnings } from "~/features/users/user-keys.server";
import type { Viewer } from "~/features/users/user-words";
import { peopleOfTeam, type TaskOfTeam } from "../people/task-people.server";
import { workableBy } from "../task-policy.server";
import type { Suggested } from "./mention-list";

const MOST_SUGGESTED = 8;

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
  for (const beginning of personBeginnings(words)) query = query.where(hasWords(sql.ref("user.id"), beginning));
  return query.execute();
}
