import { Notice } from "~/ui/notice";
import type { Unfinished } from "./in-the-way.server";

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** What is left to do, as a sentence. */
export function unfinishedSentence({ openChildren, uncheckedItems }: Unfinished): string {
  const left = [
    openChildren > 0 && counted(openChildren, "sub-task is still open", "sub-tasks are still open"),
    uncheckedItems > 0 && counted(uncheckedItems, "checklist item is not ticked", "checklist items are not ticked"),
  ];
  return `${left.filter(Boolean).join(" and ")}. Nothing is saved yet.`;
}

/** Asks once before a task with work left is resolved. */
export function UnfinishedNotice({ unfinished }: { unfinished: Unfinished }) {
  return (
    <Notice kind="warning" answers={unfinished}>
      {unfinishedSentence(unfinished)}
    </Notice>
  );
}
