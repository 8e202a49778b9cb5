import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const moreFields = "More fields";
export const newTask = "New task";
export const becomesSubTaskOf = (link: ReactNode, title: string) =>
  sentence`This becomes a sub-task of ${link} ${title}`;
export const becomesATaskOfItsOwn = (noParent: string) => `${noParent} This form creates a separate task.`;
export const nameOrAddress = "A name or email address. Leave empty to use yourself. A new address adds a requester.";
export const description = "Description";
export const asUsualForTheType = "Default for the type";
export const countsFor = (value: string) => `Applies to: ${value}.`;
export const separateTagsWithCommasOrSpaces = "Separate tags with commas or spaces.";
export const theyReadAlong = "Names or email addresses, separated by commas. They can read and reply.";
export const createAnyway = "Create anyway";
export const createTask = "Create task";
export const cancel = "Cancel";
export const kindsOfRequests = "Request types";
export const asParentIs = (id: number) => `Same as #${id}.`;
export const newRequest = "New request";
export const taskCreated = (id: number) => `Task #${id} created`;
export const requestCreated = (id: number) => `Request #${id} created`;
export const notInThisTeam =
  "You're not in this team, so you won't be able to work on this task. Press Create task again to confirm.";
export const youCreatedTheSame = (task: ReactNode, at: ReactNode) =>
  sentence`You created ${task} with the same text ${at}. Create another one only if you mean to.`;
