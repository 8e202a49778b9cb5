/* Copy for checklist, rating, status and conflicts. Separate because the task list needs none of it. */

export const edit = "Edit";
export const itemText = "Text";
export const saveItem = "Save item";
export const moveUp = "Move up";
export const moveDown = "Move down";
export const remove = "Remove";
export const itemsDone = (done: number, count: number) => `${done} of ${count} done`;
export const newItem = "New item";
export const addItem = "Add item";
export const enterItemText = "Enter the item's text.";
export const itemTooLong = (most: number) => `An item can have at most ${most} characters.`;
export const checklistIsFull = (text: string) => `The checklist is full, so “${text}” wasn't restored.`;
export const itemWasRemoved = "That checklist item has been removed.";
export const itemWasChanged = (text: string) => `“${text}” has changed since then.`;
export const itemWasTicked = (text: string) => `“${text}” has been ticked since then, so it wasn't removed.`;
export const somebody = "Someone";
export const tickOnItem = (item: string) => `the tick on “${item}”`;
export const untickingItem = (item: string) => `unticking “${item}”`;
export const quotedItem = (item: string) => `“${item}”`;
export const forEarlierResolution = "for an earlier resolution";
export const yourRating = "Your rating";
export const howDidWeDo = "How did we do?";
export const commentOptional = "Comment (optional)";
export const saveComment = "Save comment";
export const chooseGoodOrBad = "Choose Good or Bad.";
export const commentTooLong = (most: string) => `A comment can have at most ${most} characters.`;
export const good = "Good";
export const bad = "Bad";
export const notSnoozed = "Not snoozed";
export const snoozeHint = "Hidden until that morning, or until the requester replies.";
export const anotherDay = "Another day";
export const onlyWaitingCanSnooze =
  "Only waiting tasks can be snoozed. Set the status to Waiting for requester or On hold.";
export const chooseAFutureDay = "Choose a day in the future.";
export const reopened = "Reopened: we'll look into it again";
export const closedByYou = "Closed: you told us it's solved";
export const resolvedByYou = "Resolved: you told us it's solved";
export const thanksForReply = "Thanks for your reply";
export const replySent = "Reply sent";
export const received = "We've received this and will look into it.";
export const notSolved = (by: string | null) =>
  by === null
    ? "You told us it isn't solved. We're looking into it again."
    : `${by} told us it isn't solved. We're looking into it again.`;
export const beingWorkedOn = "We're working on this.";
export const waitingForYourReply = "We're waiting for your reply.";
export const waitingOnThirdParty = "We're waiting on a third party and will continue as soon as we can.";
export const solved = (by: string | null) => (by === null ? "You told us it's solved." : `${by} told us it's solved.`);
export const solvedClosesOn = (by: string | null, day: string) =>
  by === null
    ? `You told us it's solved. We'll close it on ${day}.`
    : `${by} told us it's solved. We'll close it on ${day}.`;
export const isThisSolved = "We think this is solved. Is it?";
export const solvedUnlessYouReply = (day: string) =>
  `We think this is solved. We'll close it on ${day} unless you reply.`;
export const solvedSoClosed = (by: string | null) =>
  by === null ? "You told us it's solved, so this is closed." : `${by} told us it's solved, so this is closed.`;
export const isClosed = "This is closed.";
export const wasCancelled = "This was cancelled.";
export const replyOpensNew = "A reply opens a new request.";
export const replyReopensUntil = (day: string) => `Reply by ${day} to reopen it. A later reply opens a new request.`;
export const tomorrow = (day: string) => `Tomorrow (${day})`;
export const in3Days = (day: string) => `In 3 days (${day})`;
export const nextWeek = (day: string) => `Next week (Monday, ${day})`;
export const conflictingChanges = "Conflicting changes";
export const alsoChanged = (label: string) => `${label}: someone else changed this too`;
export const alsoChangedAt = (label: string, who: string, at: string) => `${label}: ${who} changed this too, ${at}`;
export const keepTheirs = "Keep theirs";
export const cannotFollow = (theirs: string) => `(not possible from ${theirs})`;
export const mineInstead = "Use mine";
export const none = "none";
export const you = "you";
export const taskdesk = "Taskdesk";
