import type { Tx } from "~/db/transaction.server";
import { recordChangeSet } from "~/features/tasks/change-sets.server";
import type { ChangeToUndo, UndoResult } from "~/features/tasks/subjects.server";
import type { Viewer } from "~/features/users/user-words";
import { deleteLink, recordLink, whyNotLinked } from "./links.server";
import { linkSeenFrom, linkWords, numberText, type StoredLink } from "./relation-words";
import * as say from "./relations-copy";
import { putUnder, takeFrom, whyNotSubTask } from "./sub-tasks.server";
import { twoTasksToChange } from "./two-tasks.server";

const nothing = (sentence: string): UndoResult => ({ back: [], kept: [sentence] });

/** Takes back that tasks were linked, or that a link was removed. */
export async function undoLink(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const inverse = JSON.parse(change.inverse) as { remove: StoredLink } | { add: StoredLink };
  const link = "remove" in inverse ? inverse.remove : inverse.add;
  const [one, other] = await twoTasksToChange(tx, viewer, link.task_id, link.other_id);
  if (!one || !other) return nothing(say.linkLeadsOutOfSight);
  if ("remove" in inverse) {
    if (!(await deleteLink(tx, link))) return nothing(say.theLinkWasRemovedSince);
  } else {
    const reason = await whyNotLinked(tx, link);
    if (reason) return nothing(reason);
    await tx
      .insertInto("task_link")
      .values({ ...link, created_at: now })
      .execute();
  }
  const opposite = "remove" in inverse ? { add: link } : { remove: link };
  const undone = { taskId: change.taskId, actorId: viewer.id, kind: "link", inverse: opposite, undoes: change.id };
  const changeSetId = await recordChangeSet(tx, undone, now);
  await recordLink(tx, viewer, [one, other], link, { begins: "add" in inverse, changeSetId }, now);
  const seen = linkSeenFrom(change.taskId, link);
  return { back: [say.theLink(linkWords(seen.view), numberText(seen.other))], kept: [] };
}

/** `parent` is the one the child had before; `left` the one it was given. */
export type ParentInverse = { child: number; parent: number | null; left: number | null };

/** Takes back that a task became a sub-task, or ceased to be one. */
export async function undoParent(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const { child, parent: before, left } = JSON.parse(change.inverse) as ParentInverse;
  const [task, parent] = await twoTasksToChange(tx, viewer, child, before ?? left ?? 0);
  if (!task || !parent) return nothing(say.otherIsOutOfSight);
  if (task.parent_id !== left) return nothing(say.parentWasChanged);
  const reason = before === null ? null : await whyNotSubTask(tx, task, parent);
  if (reason) return nothing(reason);
  const inverse: ParentInverse = { child, parent: left, left: before };
  const undone = { taskId: change.taskId, actorId: viewer.id, kind: "parent", inverse, undoes: change.id };
  const set = { changeSetId: await recordChangeSet(tx, undone, now) };
  if (before === null) await takeFrom(tx, viewer, task, parent, set, now);
  else await putUnder(tx, viewer, task, parent, set, now);
  return {
    back: [before === null ? say.asSubTaskOf(numberText(parent.id)) : say.theParent(numberText(parent.id))],
    kept: [],
  };
}
