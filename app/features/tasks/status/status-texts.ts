/** What people read here; docs/decisions/0020 says how to add to it. */

export const subTaskIsStillOpen = "sub-task is still open";
export const subTasksAreStillOpen = "sub-tasks are still open";
export const checklistItemIsNotTicked = "checklist item is not ticked";
export const checklistItemsAreNotTicked = "checklist items are not ticked";
export const nothingIsSavedYet = (left: string) => `${left}. Nothing is saved yet.`;
export const notSnoozed = "Not snoozed";
export const whatSnoozingDoes = "Apart from your work until that morning, or an answer.";
export const orAnotherDay = "Or another day";
export const onlyWaitingIsSnoozed =
  "Only a task that waits can be snoozed: choose Waiting for requester or On hold as its status, too.";
export const chooseALaterDay = "Choose a day that is still to come.";
