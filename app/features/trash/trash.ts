import * as say from "./trash-copy";

/** Places for tasks that no longer show up in lists and search. */
export const PUT_AWAY = ["trash", "spam"] as const;
export type PutAway = (typeof PUT_AWAY)[number];

export const PUTS_AWAY: Record<PutAway, string> = { trash: say.moveToTrash, spam: say.markAsSpam };

/** Days in the trash before a task is permanently deleted. */
export const TRASH_DAYS = 30;

/** Whether this person may move to the trash and restore from trash and spam (domain B6). Every agent may mark spam. */
export const mayUseTrash = (viewer: { role: string }, leads: boolean) => viewer.role === "admin" || leads;

/** Where this person may move tasks. `leads`: whether they lead the task's team or, for several tasks, any team. */
export const mayPutAway = (viewer: { role: string }, leads: boolean): readonly PutAway[] =>
  mayUseTrash(viewer, leads) ? PUT_AWAY : ["spam"];

export const NOT_TO_TRASH = say.onlyLeadsMoveToTrash;
export const NOT_FROM_TRASH = say.onlyLeadsRestore;

export const PUT_AWAY_QUERY = "is:trashed,spam";
export const PUT_AWAY_HREF = `/tasks?${new URLSearchParams({ q: PUT_AWAY_QUERY })}`;
