import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy of the pages of deleted tasks. docs/decisions/0020 says how to add to it. */

export const deleteTask = "Delete task";
export const deletedForGood = (id: number) => `#${id} permanently deleted`;
export const deleteTaskForGood = (id: number) => `Delete #${id} permanently?`;
export const deletionWarning =
  "Deletes its messages, notes, files, drafts and history, along with everything merged into it. This can't be undone. Its number is never used again.";
export const deleteForGood = "Delete permanently";
export const cancel = "Cancel";
export const task = "Task";
export const openedAt = (at: ReactNode) => sentence`opened ${at}`;
export const trashOrSpamHint =
  "Only agents with access to its team's tasks can find it. It can't be changed or replied to.";
export const leadsCanRestore = "Team leads and admins can restore it.";
export const willBeDeletedOn = (day: ReactNode) => sentence`It will be permanently deleted on ${day}.`;
export const notSpam = "Not spam";
export const restore = "Restore";
export const deleteForGoodEllipsis = "Delete permanently…";
export const inTrash = (at: ReactNode) => sentence`This task was moved to the trash ${at}.`;
export const inTrashBy = (who: string, at: ReactNode) => sentence`${who} moved this task to the trash ${at}.`;
export const isSpam = (at: ReactNode) => sentence`This task was marked as spam ${at}.`;
export const isSpamBy = (who: string, at: ReactNode) => sentence`${who} marked this task as spam ${at}.`;
