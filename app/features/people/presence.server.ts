import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { workableBy } from "~/features/tasks/task-policy.server";
import { peopleOfTeam, type TaskOfTeam, worksOn } from "~/features/tasks/team-access.server";
import type { Viewer } from "~/features/users/users";
import { allOf } from "~/lib/text";
import * as say from "./people-copy";
import { type Doing, PRESENCE_MS, type Present } from "./presence";

/** "Ada is writing. Ben and Cleo are viewing." Empty if no one is there. */
export function presenceWords(people: readonly Present[]): string {
  const of = (writing: boolean) => people.filter((person) => person.writing === writing).map(({ name }) => name);
  const [writing, viewing] = [of(true), of(false)];
  return [
    writing.length > 0 && (writing.length === 1 ? say.isWriting : say.areWriting)(allOf(writing)),
    viewing.length > 0 && (viewing.length === 1 ? say.isViewing : say.areViewing)(allOf(viewing)),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Other people on the task now, by name. Leaves out anyone who has lost access. */
export async function listPresent(
  db: Db,
  viewer: Viewer,
  task: TaskOfTeam & { id: number },
  now: number,
): Promise<Present[]> {
  const people = await peopleOfTeam(db, task.team_id)
    .innerJoin("presence", "presence.user_id", "user.id")
    .select("presence.writing")
    .where("presence.task_id", "=", task.id)
    .where("presence.expires_at", ">", now)
    .where("user.id", "!=", viewer.id)
    .orderBy("user.name_key")
    .orderBy("user.id")
    .limit(50)
    .execute();
  return people
    .filter((person) => worksOn(task, person))
    .map(({ id, name, writing }) => ({ id, name, writing: writing === 1 }));
}

/** Records what the viewer is doing and returns who else is there; null without agent access. Lasts 30 s. */
export async function announce(
  db: Db,
  viewer: Viewer,
  taskId: number,
  doing: Doing,
  now: number,
): Promise<Present[] | null> {
  const task = await db
    .selectFrom("task")
    .select(["id", "requester_id", "assignee_id", "confidential", "team_id"])
    .where("id", "=", taskId)
    .where(workableBy(viewer))
    .executeTakeFirst();
  if (!task) return null;
  if (doing === "gone") {
    await db.deleteFrom("presence").where("task_id", "=", taskId).where("user_id", "=", viewer.id).execute();
    return [];
  }
  const sign = { writing: doing === "writing" ? (1 as const) : (0 as const), expires_at: now + PRESENCE_MS };
  await db
    .insertInto("presence")
    .values({ task_id: taskId, user_id: viewer.id, ...sign })
    .onConflict((conflict) => conflict.columns(["task_id", "user_id"]).doUpdateSet(sign))
    .execute();
  return listPresent(db, viewer, task, now);
}

/** Removes people who left without notice, and those recorded while the clock was ahead. */
export async function sweepPresence(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom("presence").where("expires_at", "<=", now).execute();
  await tx
    .deleteFrom("presence")
    .where("expires_at", ">", now + 2 * PRESENCE_MS)
    .execute();
}
