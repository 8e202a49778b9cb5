import { Notice } from "~/ui/notice";
import type { Unfinished } from "./in-the-way.server";
import * as say from "./status-texts";

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** What is left to do, as a sentence. */
export function unfinishedSentence({ openChildren, uncheckedItems }: Unfinished): string {
  const left = [
    openChildren > 0 && counted(openChildren, say.subTaskIsStillOpen, say.subTasksAreStillOpen),
    uncheckedItems > 0 && counted(uncheckedItems, say.checklistItemIsNotTicked, say.checklistItemsAreNotTicked),
  ];
  return say.nothingIsSavedYet(left.filter(Boolean).join(" and "));
}

/** Asks once before a task with work left is resolved. */
export function UnfinishedNotice({ unfinished }: { unfinished: Unfinished }) {
  return (
    <Notice kind="warning" answers={unfinished}>
      {unfinishedSentence(unfinished)}
    </Notice>
  );
}
