import type { Sentence } from "../history/what-changed.server";
import { linkWords, type RelationField } from "./relation-words";

/** What a change of tasks around is called, as the label of a field is. */
export function relationLabel(field: RelationField): string {
  switch (field) {
    case "parent":
      return "Parent";
    case "sub_task":
      return "Sub-task";
    case "merged":
    case "unmerged":
      return "Merge";
    case "split_off":
    case "split_from":
      return "Split";
    default:
      return `Link: ${linkWords(field)}`;
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
      return [isNew ? "made this a sub-task of " : "removed this from the sub-tasks of ", other];
    case "sub_task":
      return [isNew ? "added the sub-task " : "removed the sub-task ", other];
    case "merged":
      return isNew ? ["merged ", other, " into this"] : ["merged this into ", other];
    case "unmerged":
      return isNew ? ["took ", other, " out again"] : ["took this out of ", other, " again"];
    case "split_off":
      return isNew ? ["split ", other, " off"] : ["undid the split into ", other];
    case "split_from":
      return ["split this from ", other];
    default:
      return [`${isNew ? "added" : "removed"} a link: ${linkWords(field)} `, other];
  }
}
