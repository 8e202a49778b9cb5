import type { Tx } from "~/db/transaction.server";
import { type TaskRow, touchTask } from "~/features/tasks/task-rows.server";
import { type NewEvent, recordChangeSet, recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";

/** People beside a task: in copy, or watching. History and change sets use the same names. */
export type Circle = "participants" | "watchers";

/** `address` is the one a requester typed to add them in cc; the requester sees nothing else of them. */
export type PersonOnTask = { id: number; name: string; address?: string | null | undefined };

/** The data to undo a change, including the address that a removed person was added with. */
export type PeopleInverse = { came: { id: number }[]; went: { id: number; address?: string | null | undefined }[] };

type Change = { come?: readonly PersonOnTask[]; go?: readonly PersonOnTask[]; undoes?: number };

/**
 * Adds and removes people in one change and returns its change set's id. The caller ensures that `come` aren't in the
 * circle yet and that `go` are.
 */
export async function changePeople(
  tx: Tx,
  viewer: Viewer,
  task: TaskRow,
  circle: Circle,
  { come = [], go = [], undoes }: Change,
  now: number,
): Promise<number> {
  await insertPeople(tx, task.id, circle, come, now);
  await deletePeople(tx, task.id, circle, go);
  const inverse: PeopleInverse = {
    came: come.map(({ id }) => ({ id })),
    went: go.map(({ id, address }) => ({ id, address })),
  };
  const about = { taskId: task.id, actorId: viewer.id };
  const changeSetId = await recordChangeSet(
    tx,
    { ...about, kind: circle, inverse, ...(undoes !== undefined && { undoes }) },
    now,
  );
  await recordEvents(tx, peopleEvents({ ...about, changeSetId }, circle, { come, go }, now));
  await touchTask(tx, task, now);
  return changeSetId;
}

export function peopleEvents(
  about: Pick<NewEvent, "taskId" | "actorId" | "changeSetId">,
  circle: Circle,
  { come = [], go = [] }: Change,
  at: number,
): NewEvent[] {
  const told = { ...about, kind: "changed", field: circle, at } as const;
  return [
    ...go.map(({ name }) => ({ ...told, from: name, to: null })),
    ...come.map(({ name }) => ({ ...told, from: null, to: name })),
  ];
}

/** Adds people; skips those already on the task. */
export async function insertPeople(
  tx: Tx,
  taskId: number,
  circle: Circle,
  people: readonly PersonOnTask[],
  now: number,
) {
  if (people.length === 0) return;
  const rows = people.map(({ id, address }) => ({ task_id: taskId, user_id: id, added_at: now, address }));
  const insert =
    circle === "participants"
      ? tx.insertInto("participant").values(rows.map(({ address, ...row }) => ({ ...row, address: address ?? null })))
      : tx.insertInto("watcher").values(rows.map(({ address, ...row }) => row));
  await insert.onConflict((conflict) => conflict.columns(["task_id", "user_id"]).doNothing()).execute();
}

async function deletePeople(tx: Tx, taskId: number, circle: Circle, people: readonly PersonOnTask[]) {
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  await tx
    .deleteFrom(circle === "participants" ? "participant" : "watcher")
    .where("task_id", "=", taskId)
    .where("user_id", "in", ids)
    .execute();
}
