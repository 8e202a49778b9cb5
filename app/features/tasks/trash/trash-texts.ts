import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const deleteTask = "Delete task";
export const deletedForGood = (id: number) => `#${id} deleted for good`;
export const deleteTaskForGood = (id: number) => `Delete #${id} for good?`;
export const whatDeletionDestroys =
  "Its messages, notes, files, drafts and history are destroyed, here and in the search, and so is what was merged into it. This cannot be undone. The number stays, so that no other task gets it.";
export const deleteForGood = "Delete for good";
export const cancel = "Cancel";
export const task = "Task";
export const openedAt = (at: ReactNode) => sentence`opened ${at}`;
export const whatPutAwayMeans =
  "Only who works on tasks of its team finds it, and nothing can be changed or said here.";
export const whoTakesItOut = "Leads of the team and admins can take it out again.";
export const deletedForGoodOn = (day: ReactNode) => sentence`It is deleted for good on ${day}.`;
export const notSpam = "Not spam";
export const restore = "Restore";
export const deleteForGoodAfterAsking = "Delete for good…";
export const moveToTrash = "Move to trash";
export const markAsSpam = "Mark as spam";
export const movedToTrash = (id: number) => `#${id} moved to the trash`;
export const markedAsSpam = (id: number) => `#${id} marked as spam`;
export const inTrash = (at: ReactNode) => sentence`This task is in the trash ${at}.`;
export const inTrashBy = (who: string, at: ReactNode) =>
  sentence`This task is in the trash: ${who} put it there ${at}.`;
export const isSpam = (at: ReactNode) => sentence`This task is marked as spam ${at}.`;
export const isSpamBy = (who: string, at: ReactNode) =>
  sentence`This task is marked as spam: ${who} put it there ${at}.`;
export const onlyLeadsMoveToTrash = "Only leads of its team and admins move a task to the trash.";
export const onlyLeadsRestore = "Only leads of a task's team and admins can restore it from trash or spam.";
/* What was taken back: each follows "Taken back:". */
export const theMarkAsSpam = "the mark as spam";
export const theMoveToTrash = "the move to the trash";
