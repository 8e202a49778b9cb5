import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const moreFields = "More fields";
export const newTask = "New task";
export const becomesSubTaskOf = (link: ReactNode, title: string) =>
  sentence`This becomes a sub-task of ${link} ${title}`;
export const becomesSeparateTask = (noParent: string) => `${noParent} This form creates a separate task.`;
export const requesterHint =
  "A name or email address. Leave empty to create the task for yourself. If the address is new, Taskdesk adds a requester.";
export const description = "Description";
export const defaultForType = "Default for the type";
export const appliesTo = (value: string) => `Applies to: ${value}.`;
export const tagsHint = "Separate tags with commas or spaces.";
export const inCopyHint =
  "Names or email addresses, separated by commas. These people can read the task and reply to it.";
export const createAnyway = "Create anyway";
export const createTask = "Create task";
export const createRequest = "Create request";
export const changeType = "Change type";
export const cancel = "Cancel";
export const sameAsParent = (id: number) => `Same as #${id}.`;
export const newRequest = "New request";
export const taskCreated = (id: number) => `Task #${id} created`;
export const requestCreated = (id: number) => `Request #${id} created`;
export const notInThisTeam =
  "This task is confidential and you're not in its team, so you won't be able to work on it. Select Create task again to confirm.";
export const duplicateTask = (task: ReactNode, at: ReactNode) =>
  sentence`You created ${task} with the same text ${at}. Create another one only if you mean to.`;
