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
export const putAway = (where: string, at: ReactNode) => sentence`This task is ${where} ${at}.`;
export const putAwayBy = (where: string, who: string, at: ReactNode) =>
  sentence`This task is ${where}: ${who} put it there ${at}.`;
export const whatPutAwayMeans =
  "Only who works on tasks of its team finds it, and nothing can be changed or said here.";
export const whoTakesItOut = "Leads of the team and admins can take it out again.";
export const deletedForGoodOn = (day: ReactNode) => sentence`It is deleted for good on ${day}.`;
export const notSpam = "Not spam";
export const restore = "Restore";
export const deleteForGoodAfterAsking = "Delete for good…";
