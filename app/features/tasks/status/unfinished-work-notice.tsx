import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import * as say from "../tasks-copy";
import type { Unfinished } from "./resolution-blockers.server";

/** Sends the form again with the confirmation. */
export const ResolveAnyway = ({ children }: { children: ReactNode }) => (
  <Button look="primary" name="confirm" value="yes">
    {children}
  </Button>
);

export const unfinishedSentence = ({ openChildren, uncheckedItems }: Unfinished): string =>
  say.stillOpenNothingSaved(openChildren, uncheckedItems);

/** Asks for confirmation before resolving a task with work left. */
export function UnfinishedNotice({ unfinished }: { unfinished: Unfinished }) {
  return (
    <Notice kind="warning" answers={unfinished}>
      {unfinishedSentence(unfinished)}
    </Notice>
  );
}
