import type { Tx } from "~/db/transaction.server";
import type { Sentence } from "~/features/tasks/sentence-parts";
import type { ChangeToUndo, Subject, UndoResult } from "~/features/tasks/subjects.server";
import { recordChangeSet } from "~/features/tasks/task-history.server";
import type { Viewer } from "~/features/users/users";
import { deleteLink, recordLink, whyNotLinked } from "./links.server";
import type { MergeInverse } from "./merge.server";
import { isRelationField, linkSeenFrom, linkWords, numberText, type RelationField, type StoredLink } from "./relations";
import * as say from "./relations-copy";
import { type SplitInverse, undoSplit } from "./split.server";
import { putUnder, takeFrom, whyNotSubTask } from "./sub-tasks.server";
import { twoTasksToChange } from "./task-pair.server";
import { undoMerge } from "./undo-merge.server";

const nothing = (sentence: string): UndoResult => ({ back: [], kept: [sentence] });

async function undoLink(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
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

/** `parent` is the child's parent before the change, `left` the one after it. */
type ParentInverse = { child: number; parent: number | null; left: number | null };

async function undoParent(tx: Tx, viewer: Viewer, change: ChangeToUndo, now: number): Promise<UndoResult> {
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

function relationLabel(field: RelationField): string {
  switch (field) {
    case "parent":
      return say.parent;
    case "sub_task":
      return say.subTask;
    case "merged":
    case "unmerged":
      return say.mergeLabel;
    case "split_off":
    case "split_from":
      return say.splitLabel;
    default:
      return say.linkLabel(linkWords(field));
  }
}

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
      return isNew ? say.tookOutAgain(other) : say.tookThisOutOf(other);
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
    label: (field) => (isRelationField(field) ? relationLabel(field) : field),
    says: (field, from, to) => (isRelationField(field) ? relationEvent(field, from, to) : []),
  },
  undo: { merge: undoMerge, split: undoSplit, link: undoLink, parent: undoParent },
  tasksIn: tasksTied,
};
