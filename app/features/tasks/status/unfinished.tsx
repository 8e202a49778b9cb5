import { Notice } from "~/ui/notice";
import type { Unfinished } from "./resolution-blockers.server";
import * as say from "./status-copy";

/** What is left to do, as a sentence. */
export const unfinishedSentence = ({ openChildren, uncheckedItems }: Unfinished): string =>
  say.nothingIsSavedYet(openChildren, uncheckedItems);

/** Asks once before a task with work left is resolved. */
export function UnfinishedNotice({ unfinished }: { unfinished: Unfinished }) {
  return (
    <Notice kind="warning" answers={unfinished}>
      {unfinishedSentence(unfinished)}
    </Notice>
  );
}
