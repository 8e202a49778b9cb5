import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { asCausedBy } from "~/features/tasks/event-cause.server";
import { subjects, type UndoResult } from "~/features/tasks/subjects.server";
import { lockTasks, type TaskRow, taskToChange, trashedTaskToChange } from "~/features/tasks/task-rows.server";
import { leadsTeam } from "~/features/tasks/team-access.server";
import type { Viewer } from "~/features/users/users";
import { undoBlocker } from "./undo-rules";

/** The undoer for this kind; undefined if it can't be undone. */
export function undoerOf(kind: string) {
  for (const { undo, tasksIn, undoesInTrash: inTrash } of subjects()) {
    if (undo && Object.hasOwn(undo, kind)) return { undo: undo[kind], tasksIn, inTrash };
  }
}

/** Whether the requester's side may undo it: their own answer, or their own details while the task is open. */
const isOwnAsRequester = (viewer: Viewer, task: Pick<TaskRow, "open">, change: { actor_id: number; kind: string }) =>
  change.actor_id === viewer.id && (change.kind === "answer" || (change.kind === "details" && task.open === 1));

/**
 * no_such_change  not on this task, or of a kind that can't be undone
 * undone          already undone by another request
 * nothing_left    every field has changed since or may not be restored; `kept` explains
 */
export type UndoChange =
  | ({ ok: true } & UndoResult)
  | { ok: false; why: "no_such_task" }
  | { ok: false; why: "no_such_change" | "undone" | "not_allowed" | "too_late" }
  | { ok: false; why: "nothing_left"; kept: string[] };

/** Undoes a change, once, even if several people ask. History keeps both. `askedAt` is when the user asked, if earlier. */
export async function undoChange(
  db: Db,
  viewer: Viewer,
  { taskId, changeSetId, askedAt }: { taskId: number; changeSetId: number; askedAt?: number },
  now: number,
): Promise<UndoChange> {
  return inTransaction(db, async (tx) => {
    const asked = tx.selectFrom("change_set").select(["task_id", "inverse", "kind"]).where("id", "=", changeSetId);
    const found = await asked.executeTakeFirst();
    const undoer = found && undoerOf(found.kind);
    if (found) {
      const others = undoer?.tasksIn?.(JSON.parse(found.inverse) as never) ?? [];
      await lockTasks(tx, [taskId, found.task_id, ...others]);
    }
    const task = (await taskToChange(tx, viewer, taskId)) ?? (await trashedTaskToChange(tx, viewer, taskId));
    if (!task) return { ok: false, why: "no_such_task" };
    const change = await tx
      .selectFrom("change_set")
      .select(["id", "task_id", "kind", "inverse", "actor_id", "created_at", "undone_at"])
      .where("id", "=", changeSetId)
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb("task_id", "=", taskId),
          // A change that links two tasks can be undone from either.
          exists(
            selectFrom("event")
              .select("event.id")
              .where("event.task_id", "=", taskId)
              .whereRef("event.change_set_id", "=", "change_set.id"),
          ),
        ]),
      )
      .executeTakeFirst();
    if (!("works" in task)) {
      if (!change || !undoer?.inTrash) return { ok: false, why: "no_such_task" };
    } else if (task.works === 0 && !(change && isOwnAsRequester(viewer, task, change))) {
      return { ok: false, why: "no_such_task" };
    }
    if (!change || !undoer?.undo) return { ok: false, why: "no_such_change" };
    const why = undoBlocker({ viewer, leads: await leadsTeam(tx, viewer.id, task.team_id), change }, askedAt ?? now);
    if (why) return { ok: false, why };
    if (change.undone_at !== null) return { ok: false, why: "undone" };

    const { id, inverse, actor_id: actorId, task_id, created_at: at } = change;
    const { undo } = undoer;
    const toUndo = { id, taskId: task_id, actorId, inverse, at };
    const { back, kept } = await asCausedBy(tx, { kind: "undo" }, () => undo(tx, viewer, toUndo, now));
    if (back.length === 0) return { ok: false, why: "nothing_left", kept };
    await tx
      .updateTable("change_set")
      .set({ undone_at: now, undone_by: viewer.id })
      .where("id", "=", changeSetId)
      .execute();
    return { ok: true, back, kept };
  });
}
