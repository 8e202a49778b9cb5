import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { listEligible, mayUnmark } from "~/features/tasks/access.server";
import { taskToChange } from "~/features/tasks/task-rows.server";
import { peopleOfTeam, type TaskOfTeam, worksOn, worksOnNumber } from "~/features/tasks/team-access.server";
import { resolvePerson } from "~/features/users/person-picker.server";
import type { Viewer } from "~/features/users/users";
import { changePeople } from "./change-task-people.server";
import * as say from "./people-copy";
import { listPresent, presenceWords } from "./presence.server";

/**
 * Adds a watcher in the caller's transaction. Returns whether they are new: people without agent access can't watch,
 * and adding twice is a no-op.
 */
export async function addWatcher(tx: Tx, taskId: number, userId: number, now: number): Promise<boolean> {
  const task = await tx
    .selectFrom("task")
    .select(["requester_id", "assignee_id", "confidential", "team_id"])
    .where("id", "=", taskId)
    .executeTakeFirst();
  const person = task && (await peopleOfTeam(tx, task.team_id).where("user.id", "=", userId).executeTakeFirst());
  if (!person || !worksOn(task, person)) return false;
  const added = await tx
    .insertInto("watcher")
    .values({ task_id: taskId, user_id: userId, added_at: now })
    .onConflict((conflict) => conflict.columns(["task_id", "user_id"]).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** Watchers by name. Leaves out anyone who has lost agent access. */
export async function listWatchers(db: Db, task: TaskOfTeam & { id: number }) {
  const people = await peopleOfTeam(db, task.team_id)
    .innerJoin("watcher", "watcher.user_id", "user.id")
    .where("watcher.task_id", "=", task.id)
    .orderBy("user.name_key")
    .orderBy("user.id")
    .execute();
  return people.filter((person) => worksOn(task, person)).map(({ id, name }) => ({ id, name }));
}

/** Watchers as stored, even those who have lost agent access. */
export const listWatching = (db: Db, taskId: number) =>
  db
    .selectFrom("watcher")
    .innerJoin("user", "user.id", "watcher.user_id")
    .select(["user.id", "user.name"])
    .where("watcher.task_id", "=", taskId)
    .execute();

/** Starts or stops watching for the viewer. Not recorded in history: it concerns only them. */
export async function setWatching(
  db: Db,
  viewer: Viewer,
  taskId: number,
  watching: boolean,
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await worksOnNumber(tx, viewer, taskId))) return false;
    if (watching) await addWatcher(tx, taskId, viewer.id, now);
    else await tx.deleteFrom("watcher").where("task_id", "=", taskId).where("user_id", "=", viewer.id).execute();
    return true;
  });
}

type InviteWatcher =
  | { ok: true; name: string; changeSetId: number | null }
  | { ok: false; why: "no_such_task" }
  | { ok: false; why: "wrong"; message: string; meant?: string[] };

/** Adds a colleague as a watcher, by name or address. `changeSetId` is null if they already watch. */
export async function inviteWatcher(
  db: Db,
  viewer: Viewer,
  taskId: number,
  text: string,
  now: number,
): Promise<InviteWatcher> {
  return inTransaction(db, async (tx) => {
    const task = await taskToChange(tx, viewer, taskId);
    if (!task?.works) return { ok: false, why: "no_such_task" };
    const found = await resolvePerson(tx, text, { among: "assignable" });
    if (!found.ok) return { ok: false, why: "wrong", message: found.message, meant: found.meant ?? [] };
    const { id, name } = found.person;
    const person = await peopleOfTeam(tx, task.team_id).where("user.id", "=", id).executeTakeFirst();
    if (!person || !worksOn(task, person)) {
      return { ok: false, why: "wrong", message: say.hasNoAccess(name) };
    }
    if ((await listWatching(tx, taskId)).some((watcher) => watcher.id === id)) {
      return { ok: true, name, changeSetId: null };
    }
    const changeSetId = await changePeople(tx, viewer, task, "watchers", { come: [{ id, name }] }, now);
    return { ok: true, name, changeSetId };
  });
}

/** The people data of the agents' task page. */
export async function readPeople(
  db: Db,
  viewer: Viewer,
  task: TaskOfTeam & { id: number; leads: 0 | 1; has_watchers: 0 | 1; has_present: 0 | 1 },
  now: number,
) {
  const [assignable, watchers, present] = await Promise.all([
    listEligible(db, task, now),
    task.has_watchers ? listWatchers(db, task) : [],
    task.has_present ? listPresent(db, viewer, task, now) : [],
  ]);
  return {
    assignable,
    watchers,
    confidential: task.confidential === 1,
    mayUnmark: mayUnmark(viewer, task.leads === 1),
    present: presenceWords(present),
  };
}
