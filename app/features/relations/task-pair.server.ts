import type { Tx } from "~/db/transaction.server";
import { recordEvents } from "~/features/tasks/task-history.server";
import { type TaskRow, taskToChange } from "~/features/tasks/task-rows.server";
import type { Viewer } from "~/features/users/users";
import { numberText, type RelationField } from "./relations";
import * as say from "./relations-copy";

/**
 * Two tasks for one change, each undefined when the viewer has no agent access to it. The smaller number is locked
 * first, whoever asks: two changes of the same pair wait for one another and never both.
 */
export async function twoTasksToChange(
  tx: Tx,
  viewer: Viewer,
  one: number,
  other: number,
): Promise<[TaskRow | undefined, TaskRow | undefined]> {
  const found = new Map<number, TaskRow>();
  for (const id of [Math.min(one, other), Math.max(one, other)]) {
    const task = await taskToChange(tx, viewer, id);
    if (task?.works) found.set(id, task);
  }
  return [found.get(one), found.get(other)];
}

type Side = { taskId: number; field: RelationField; other: number };
/** A relation of two tasks as the history of each tells it. */
export type BothSides = [Side, Side];

/** Writes into both histories that a relation of two tasks begins, or that it ends. */
export async function recordRelation(
  tx: Tx,
  viewer: Viewer,
  bothSides: BothSides,
  { begins, changeSetId }: { begins: boolean; changeSetId?: number | undefined },
  now: number,
): Promise<void> {
  const event = { actorId: viewer.id, kind: "changed" as const, at: now, ...(changeSetId && { changeSetId }) };
  const value = (number: string) => (begins ? { from: null, to: number } : { from: number, to: null });
  await recordEvents(
    tx,
    bothSides.map(({ taskId, field, other }) => ({ ...event, taskId, field, ...value(numberText(other)) })),
  );
}

/** A task that is not to be had, and why, for the person who typed its number. */
export type Wrong = { ok: false; why: "wrong"; message: string };
export const wrong = (message: string): Wrong => ({ ok: false, why: "wrong", message });

/** Said of a number that names no task, and of a task the viewer has no agent access to: not to be told apart. */
export const noSuchNumber = (id: number | string) => wrong(say.noSuchTaskOfYours(id));

export type NoSuchTask = { ok: false; why: "no_such_task" };
export const noSuchTask: NoSuchTask = { ok: false, why: "no_such_task" };
