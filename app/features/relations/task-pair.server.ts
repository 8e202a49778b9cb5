import type { Tx } from "~/db/transaction.server";
import { type TaskRow, taskToChange } from "~/features/tasks/task-rows.server";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import type { Viewer } from "~/features/users/users";
import { numberText, type RelationField } from "./relations";
import * as say from "./relations-copy";

/**
 * Locks two tasks for one change; undefined without agent access. Always locks the smaller number first, so that two changes
 * to the same pair can't deadlock.
 */
export async function lockTaskPair(
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
/** A relation as each task's history records it. */
export type BothSides = [Side, Side];

/** Records in both histories that a relation begins or ends. */
export async function recordRelation(
  tx: Tx,
  viewer: Viewer,
  bothSides: BothSides,
  { begins, ...set }: { begins: boolean; changeSetId?: number },
  now: number,
): Promise<void> {
  const event = { actorId: viewer.id, kind: "changed" as const, at: now, ...set };
  const value = (number: string) => (begins ? { from: null, to: number } : { from: number, to: null });
  const told = bothSides.map(({ taskId, field, other }) => ({ ...event, taskId, field, ...value(numberText(other)) }));
  await recordEvents(tx, told);
}

/** Refusal with a message for the person who typed the number. */
export type Wrong = { ok: false; why: "wrong"; message: string };
export const wrong = (message: string): Wrong => ({ ok: false, why: "wrong", message });

/** Used for missing tasks and for those without agent access, so that the viewer can't tell them apart. */
export const noSuchNumber = (id: number | string) => wrong(say.noSuchTask(id));

export type NoSuchTask = { ok: false; why: "no_such_task" };
export const noSuchTask: NoSuchTask = { ok: false, why: "no_such_task" };
