import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import * as say from "../tasks-copy";
import type { Unfinished } from "./resolution-blockers.server";

/** Sends the form once more, on purpose. */
export const ResolveAnyway = ({ children }: { children: ReactNode }) => (
  <Button look="primary" name="confirm" value="yes">
    {children}
  </Button>
);

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
