import * as say from "./trash-copy";

/** Where a task is put that nobody is to find any more: what was thrown away, and what nobody should have sent. */
export const PUT_AWAY = ["trash", "spam"] as const;
export type PutAway = (typeof PUT_AWAY)[number];

/** What a button says that puts a task there. */
export const PUTS_AWAY: Record<PutAway, string> = { trash: say.moveToTrash, spam: say.markAsSpam };

/** What is in the trash for so many days is deleted for good. */
export const TRASH_DAYS = 30;

/**
 * Every agent marks spam; leads of the team, and admins, move to the trash, and take out again what others put away
 * (domain B6).
 */
export const mayUseTrash = (viewer: { role: string }, leads: boolean) => viewer.role === "admin" || leads;

/** Where this person may move tasks. `leads`: whether they lead the task's team or, for several tasks, any team. */
export const mayPutAway = (viewer: { role: string }, leads: boolean): readonly PutAway[] =>
  mayUseTrash(viewer, leads) ? PUT_AWAY : ["spam"];

export const NOT_TO_TRASH = say.onlyLeadsMoveToTrash;
export const NOT_FROM_TRASH = say.onlyLeadsRestore;

/** What is in the trash, and what is spam, as a list has it. */
export const PUT_AWAY_QUERY = "is:trashed,spam";
export const PUT_AWAY_HREF = `/tasks?${new URLSearchParams({ q: PUT_AWAY_QUERY })}`;
