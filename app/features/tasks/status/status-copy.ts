/** What people read here; docs/decisions/0020 says how to add to it. */

/** So many sub-tasks are open, and so many items are not ticked. */
export function nothingIsSavedYet(subTasks: number, items: number): string {
  const open = subTasks === 1 ? "1 sub-task is still open" : `${subTasks} sub-tasks are still open`;
  const unticked = items === 1 ? "1 checklist item is not ticked" : `${items} checklist items are not ticked`;
  if (subTasks > 0 && items > 0) return `${open} and ${unticked}. Nothing is saved yet.`;
  return subTasks > 0 ? `${open}. Nothing is saved yet.` : `${unticked}. Nothing is saved yet.`;
}
export const notSnoozed = "Not snoozed";
export const whatSnoozingDoes = "Hidden until that morning, or until the requester replies.";
export const orAnotherDay = "Or another day";
export const onlyWaitingIsSnoozed =
  "Only waiting tasks can be snoozed. Set the status to Waiting for requester or On hold.";
export const chooseALaterDay = "Choose a day in the future.";
/* What a toast says of an answer. */
export const reopened = "Reopened: we'll look into it again";
export const closedByYou = "Closed: you told us it's solved";
export const resolvedByYou = "Resolved: you told us it's solved";
export const thankYouForTheAnswer = "Thanks for your reply";
export const replySent = "Reply sent";

/* What is happening with a request and what happens next. `by` is who said so; null for whoever reads it. */
export const received = "We have received this and will look at it.";
export const notSolved = (by: string | null) =>
  by === null
    ? "You told us it isn't solved. We're looking into it again."
    : `${by} told us it isn't solved. We're looking into it again.`;
export const beingWorkedOn = "We are working on this.";
export const needsYourAnswer = "We're waiting for your reply.";
export const waitsForSomebodyElse = "We're waiting on a third party and will continue as soon as we can.";
export const solved = (by: string | null) => (by === null ? "You told us it's solved." : `${by} told us it's solved.`);
export const solvedClosesOn = (by: string | null, day: string) =>
  by === null
    ? `You told us it's solved. We'll close it on ${day}.`
    : `${by} told us it's solved. We'll close it on ${day}.`;
export const isThisSolved = "We think this is solved. Is it?";
export const solvedUnlessYouAnswer = (day: string) =>
  `We think this is solved. We'll close it on ${day} unless you reply.`;
export const solvedSoClosed = (by: string | null) =>
  by === null ? "You told us it's solved, so this is closed." : `${by} told us it's solved, so this is closed.`;
export const isClosed = "This is closed.";
export const wasCancelled = "This was cancelled.";
export const answerOpensNew = "A reply opens a new request.";
export const answerOpensAgainUntil = (day: string) =>
  `Reply by ${day} to reopen it. A later reply opens a new request.`;

/* Until when tasks are snoozed. */
export const tomorrow = (day: string) => `Tomorrow (${day})`;
export const in3Days = (day: string) => `In 3 days (${day})`;
export const nextWeek = (day: string) => `Next week (${day})`;
