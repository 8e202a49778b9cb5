import type { Tx } from "~/db/transaction.server";
import { fieldLabel } from "~/features/tasks/field-labels";
import type { Subject, Undoer } from "~/features/tasks/subjects.server";
import { type TaskRow, taskToChange } from "~/features/tasks/task-rows.server";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { peopleOfTeam, worksOn } from "~/features/tasks/team-access.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { type Circle, changePeople, type PeopleInverse, type PersonOnTask } from "./change-task-people.server";
import { listParticipants } from "./participants.server";
import * as say from "./people-copy";
import { listWatching } from "./watchers.server";

export const peopleSubject: Subject = {
  undo: {
    participants: (tx, viewer, change, now) => undoPeople(tx, viewer, "participants", change, now),
    watchers: (tx, viewer, change, now) => undoPeople(tx, viewer, "watchers", change, now),
  },
};

/** Removes those who were added and adds those who were removed, unless others already have. */
export async function undoPeople(
  tx: Tx,
  viewer: Viewer,
  circle: Circle,
  { id: undoes, taskId, inverse }: Pick<Parameters<Undoer>[2], "id" | "taskId" | "inverse">,
  now: number,
): ReturnType<Undoer> {
  const task = await taskToChange(tx, viewer, taskId);
  if (!task) return { back: [], kept: [] };
  const { came, went } = JSON.parse(inverse) as PeopleInverse;
  const present: PersonOnTask[] =
    circle === "participants" ? await listParticipants(tx, taskId) : await listWatching(tx, taskId);
  const there = new Map(present.map((person) => [person.id, person]));

  const go = came.flatMap(({ id }) => there.get(id) ?? []);
  const come: PersonOnTask[] = [];
  const kept: string[] = [];
  for (const { id, address } of went) {
    if (there.has(id)) continue;
    const person = await peopleOfTeam(tx, task.team_id).where("user.id", "=", id).executeTakeFirst();
    if (!person) continue;
    const isFull = circle === "participants" && there.size - go.length + come.length >= TASK_LIMITS.participants;
    const why = isFull
      ? say.notAddedBackFull(person.name, TASK_LIMITS.participants)
      : whyNotReturning(circle, task, person);
    if (why) kept.push(why);
    else come.push({ id, name: person.name, address });
  }
  if (come.length + go.length === 0) return { back: [], kept };
  await changePeople(tx, viewer, task, circle, { come, go, undoes }, now);
  return { back: [fieldLabel(circle)], kept };
}

type Person = Parameters<typeof worksOn>[1] & { name: string };

/** Why current rules don't allow adding the person again; null if they do. */
function whyNotReturning(circle: Circle, task: TaskRow, person: Person): string | null {
  if (person.state !== "active") return say.notAddedBackDisabled(person.name);
  if (circle === "participants")
    return person.id === task.requester_id ? say.notAddedBackOwnRequest(person.name) : null;
  return isAgent(person) && worksOn(task, person) ? null : say.notAddedBackNoAccess(person.name);
}
