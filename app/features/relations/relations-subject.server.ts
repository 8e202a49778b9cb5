import type { Tx } from "~/db/transaction.server";
import type { Sentence } from "~/features/tasks/history-sentence";
import { type ChangeToUndo, nothingUndone, type Subject, type UndoResult } from "~/features/tasks/subjects.server";
import type { Viewer } from "~/features/users/users";
import { deleteLink, insertLink, type LinkInverse, linkError, recordLink } from "./links.server";
import type { MergeInverse } from "./merge.server";
import {
  isLinkView,
  isRelationField,
  linkFrom,
  linkWords,
  numberText,
  type RelationField,
  type StoredLink,
} from "./relations";
import * as say from "./relations-copy";
import { type SplitInverse, undoSplit } from "./split.server";
import { changeParent, type ParentInverse, subTaskError } from "./sub-tasks.server";
import { lockTaskPair } from "./task-pair.server";
import { undoMerge } from "./undo-merge.server";

async function undoLink(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const inverse = JSON.parse(change.inverse) as LinkInverse;
  const link = "remove" in inverse ? inverse.remove : inverse.add;
  const [one, other] = await lockTaskPair(tx, viewer, link.task_id, link.other_id);
  if (!one || !other) return nothingUndone(say.noAccessToLinkedTask);
  if ("remove" in inverse) {
    if (!(await deleteLink(tx, link))) return nothingUndone(say.linkAlreadyRemoved);
  } else {
    const reason = await linkError(tx, link);
    if (reason) return nothingUndone(reason);
    await insertLink(tx, link, now);
  }
  const undoing = { taskId: change.taskId, begins: "add" in inverse, undoes: change.id };
  await recordLink(tx, viewer, [one, other], link, undoing, now);
  const seen = linkFrom(change.taskId, link);
  return { back: [say.theLink(linkWords(seen.view), numberText(seen.other))], kept: [] };
}

async function undoParent(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
  const { child, parent: before, left } = JSON.parse(change.inverse) as ParentInverse;
  const [task, parent] = await lockTaskPair(tx, viewer, child, before ?? left ?? 0);
  if (!task || !parent) return nothingUndone(say.noAccessToOtherTask);
  if (task.parent_id !== left) return nothingUndone(say.parentHasChanged);
  const reason = before === null ? null : await subTaskError(tx, task, parent);
  if (reason) return nothingUndone(reason);
  await changeParent(tx, viewer, task, parent, { begins: before !== null, undoes: change.id }, now);
  return { back: [say.theParent(numberText(parent.id))], kept: [] };
}

const RELATION_LABELS: Partial<Record<string, string>> = {
  parent: say.parent,
  sub_task: say.subTask,
  merged: say.mergeLabel,
  unmerged: say.mergeLabel,
  split_off: say.splitLabel,
  split_from: say.splitLabel,
};

/** History text of a relation. A value without a number is a task the viewer may not see. */
function relationEvent(field: RelationField, from: string | null, to: string | null): Sentence {
  const value = to ?? from ?? "";
  const number = /^#(\d+)$/.exec(value)?.[1];
  const other = number ? { task: Number(number) } : value;
  const isNew = to !== null;
  switch (field) {
    case "parent":
      return isNew ? say.madeThisASubTaskOf(other) : say.removedThisFromSubTasksOf(other);
    case "sub_task":
      return isNew ? say.addedTheSubTask(other) : say.removedTheSubTask(other);
    case "merged":
      return isNew ? say.mergedIntoThis(other) : say.mergedThisInto(other);
    case "unmerged":
      return isNew ? say.undidTheMergeOf(other) : say.undidTheMergeInto(other);
    case "split_off":
      return isNew ? say.splitOff(other) : say.undidTheSplitInto(other);
    case "split_from":
      return say.splitThisFrom(other);
    default:
      return (isNew ? say.addedALink : say.removedALink)(linkWords(field), other);
  }
}

/** Tasks that the inverse of a merge, split, link or parent change names. */
function tasksTied(
  inverse: Partial<
    Pick<MergeInverse, "source" | "subTasks"> & SplitInverse & ParentInverse & Record<"remove" | "add", StoredLink>
  > | null,
): number[] {
  const { source, subTasks = [], made, child, parent, left, remove, add } = inverse ?? {};
  const ends = [remove, add].flatMap((link) => (link ? [link.task_id, link.other_id] : []));
  return [source, made, child, parent, left, ...subTasks, ...ends].filter((id) => typeof id === "number");
}

export const relationsSubject: Subject = {
  history: {
    has: isRelationField,
    areTasks: true,
    label: (field) => RELATION_LABELS[field] ?? (isLinkView(field) ? say.linkLabel(linkWords(field)) : field),
    says: (field, from, to) => (isRelationField(field) ? relationEvent(field, from, to) : []),
  },
  undo: { merge: undoMerge, split: undoSplit, link: undoLink, parent: undoParent },
  tasksIn: tasksTied,
};
