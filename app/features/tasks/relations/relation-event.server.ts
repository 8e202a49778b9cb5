import type { Sentence } from "../history/pieces";
import { linkWords, type RelationField } from "./relation-words";
import * as say from "./relations-texts";

/** What a change of tasks around is called, as the label of a field is. */
export function relationLabel(field: RelationField): string {
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
export function relationEvent(field: RelationField, from: string | null, to: string | null): Sentence {
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
