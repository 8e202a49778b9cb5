/** What people read here; docs/decisions/0020 says how to add to it. */

/** So many sub-tasks are open, and so many items are not ticked. */
export function nothingIsSavedYet(subTasks: number, items: number): string {
  const open = subTasks === 1 ? "1 sub-task is still open" : `${subTasks} sub-tasks are still open`;
  const unticked = items === 1 ? "1 checklist item is not ticked" : `${items} checklist items are not ticked`;
  if (subTasks > 0 && items > 0) return `${open} and ${unticked}. Nothing is saved yet.`;
  return subTasks > 0 ? `${open}. Nothing is saved yet.` : `${unticked}. Nothing is saved yet.`;
}
export const notSnoozed = "Not snoozed";
export const whatSnoozingDoes = "Apart from your work until that morning, or an answer.";
export const orAnotherDay = "Or another day";
export const onlyWaitingIsSnoozed =
  "Only a task that waits can be snoozed: choose Waiting for requester or On hold as its status, too.";
export const chooseALaterDay = "Choose a day that is still to come.";
/* What a toast says of an answer. */
export const reopened = "Reopened: we look into it again";
export const closedByYou = "Closed: you told us that it is solved";
export const resolvedByYou = "Resolved: you told us that it is solved";
export const thankYouForTheAnswer = "Thank you for the answer";
export const replySent = "Reply sent";

/* What is happening with a request and what happens next. `by` is who said so; null for whoever reads it. */
export const received = "We have received this and will look at it.";
export const notSolved = (by: string | null) =>
  by === null
    ? "You told us that it is not solved. We look into it again."
    : `${by} told us that it is not solved. We look into it again.`;
export const beingWorkedOn = "We are working on this.";
export const needsYourAnswer = "We need your answer to go on.";
export const waitsForSomebodyElse = "We are waiting for somebody else and go on as soon as we can.";
export const solved = (by: string | null) =>
  by === null ? "You told us that it is solved." : `${by} told us that it is solved.`;
export const solvedClosesOn = (by: string | null, day: string) =>
  by === null
    ? `You told us that it is solved. We close it on ${day}.`
    : `${by} told us that it is solved. We close it on ${day}.`;
export const isThisSolved = "We think that this is solved. Is it?";
export const solvedUnlessYouAnswer = (day: string) =>
  `We think that this is solved. We close it on ${day} unless you answer.`;
export const solvedSoClosed = (by: string | null) =>
  by === null
    ? "You told us that it is solved, so this is closed."
    : `${by} told us that it is solved, so this is closed.`;
export const isClosed = "This is closed.";
export const wasCancelled = "This was cancelled.";
export const answerOpensNew = "Your answer opens a new request.";
export const answerOpensAgainUntil = (day: string) =>
  `Until ${day} your answer opens it again; a later one opens a new request.`;

/* Until when tasks are snoozed. */
export const tomorrow = (day: string) => `Tomorrow (${day})`;
export const in3Days = (day: string) => `In 3 days (${day})`;
export const nextWeek = (day: string) => `Next week (${day})`;
