import type { Sentence } from "~/features/tasks/pieces";
import type { Subject } from "~/features/tasks/subjects.server";
import type { MergeInverse } from "./merge.server";
import { isRelationField, linkWords, type RelationField, type StoredLink } from "./relation-words";
import * as say from "./relations-copy";
import { type SplitInverse, undoSplit } from "./split.server";
import { undoMerge } from "./undo-merge.server";
import { type ParentInverse, undoLink, undoParent } from "./undo-relations.server";

/** What a change of tasks around is called, as the label of a field is. */
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

/** What history says of a task around this one. A value without a number is a task the reader may not see. */
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

/** The numbers that the inverse of a merge, a split, a link or a parent names. */
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
