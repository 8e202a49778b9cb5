import type { Tx } from "~/db/transaction.server";
import type { JoiningPeople } from "~/features/tasks/apply-fields.server";
import { peopleOfTeam, type TaskOfTeam, worksOn } from "~/features/tasks/team-access.server";
import type { Viewer } from "~/features/users/users";
import { insertPeople } from "./change-task-people.server";
import { newParticipants } from "./participants.server";
import * as say from "./people-copy";
import { listWatching } from "./watchers.server";

/**
 * People, by id, who aren't on the task yet. Merged people count as the ones they were merged into. `task` is its state
 * after the change. Refuses everyone if one of them can't be added.
 */
export async function planToJoin(
  tx: Tx,
  viewer: Viewer,
  task: TaskOfTeam & { id: number },
  { participants = [], watchers = [] }: { [C in keyof JoiningPeople]?: readonly number[] | undefined },
  now: number,
): Promise<{ ok: true; joining: JoiningPeople } | { ok: false; message: string }> {
  if (participants.length + watchers.length === 0) return { ok: true, joining: {} };
  const known = await peopleNow(tx, [...participants, ...watchers]);
  const inactive = known.find(({ state }) => state !== "active");
  if (inactive) return { ok: false, message: say.cannotJoin(inactive.name) };
  const among = (ids: readonly number[]) => known.filter((person) => ids.some((id) => person.ids.includes(id)));
  const copied = await newParticipants(tx, viewer, task, among(participants), now);
  if (!copied.ok) return copied;
  const watching = new Set((await listWatching(tx, task.id)).map(({ id }) => id));
  const coming = among(watchers).filter(({ id }) => !watching.has(id));
  for (const { id, name } of coming) {
    const person = await peopleOfTeam(tx, task.team_id).where("user.id", "=", id).executeTakeFirst();
    if (!person || !worksOn(task, person)) return { ok: false, message: say.hasNoAccess(name) };
  }
  const joining = { participants: copied.people, watchers: coming.map(({ id, name }) => ({ id, name })) };
  return { ok: true, joining };
}

/** Writes the rows; history and undo are `applyFields`'s. */
export async function joinTask(tx: Tx, taskId: number, { participants, watchers }: JoiningPeople, now: number) {
  await insertPeople(tx, taskId, "participants", participants ?? [], now);
  await insertPeople(tx, taskId, "watchers", watchers ?? [], now);
}

/** Each person once, with the ids that mean them. */
async function peopleNow(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom("user as asked")
    .innerJoin("user", (join) => join.on((eb) => eb("user.id", "=", eb.fn.coalesce("asked.merged_into", "asked.id"))))
    .select(["asked.id as asked", "user.id", "user.name", "user.state"])
    .where("asked.id", "in", [...ids])
    .orderBy("user.id")
    .execute();
  const people = new Map<number, { id: number; name: string; state: string; ids: number[] }>();
  for (const { asked, ...person } of rows) {
    people.set(person.id, { ...person, ids: [...(people.get(person.id)?.ids ?? []), asked] });
  }
  return [...people.values()];
}
