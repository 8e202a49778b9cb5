import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** UI text for this room; docs/decisions/0020 says how to add to it. */

export const writeAReply = "Write a reply";
export const reply = "Reply";
export const showNewMessage = "Show new message";
export const yourReply = "Your reply";
export const sendAnyway = "Send anyway";
export const sendReply = "Send reply";
export const sendAndResolve = "Send and resolve";
export const sendAndWait = "Send and wait";
export const sendAndKeepStatus = "Send and keep status";
export const message = "Message";
export const youAreTheRequester = "You're the requester";
export const sendAndResolveAnyway = "Send and resolve anyway";
export const statusAfterTheReply = "Status after the reply";
export const leaveAsItIs = "No change";
export const internalNote = "Internal note";
export const hiddenFromRequester = "The requester never sees this";
export const yourNote = "Your note";
export const addAnyway = "Add anyway";
export const addNote = "Add note";
export const editTitle = "Edit title";
export const saveAndLoseAccess = "Save and lose access";
export const enterSavesEscRestores = "Not saved yet: Enter saves, Esc restores";
export const saveChanges = "Save changes";
export const resolveAnyway = "Resolve anyway";
export const discard = "Discard";
export const requesterIs = "Requester:";
export const accountDisabled = "(account disabled)";
export const openedAt = (at: ReactNode) => sentence`opened ${at}`;
export const dueAt = (at: ReactNode) => sentence`due ${at}`;
export const reopened = (count: number) => (count === 1 ? "reopened once" : `reopened ${count} times`);
export const editFields = "Edit fields";
export const chooseMacro = "Use a macro";
export const fields = "Fields";
export const takeOverFrom = (name: string) => `Take over from ${name}`;
export const assignToMe = "Assign to me";
export const itIsNotSolved = "It is not solved";
export const moreToSayHint = "if there's more to say";
export const isItSolvedHint = "is it solved?";
export const thanksItIsSolved = "Thanks, it is solved";
export const reopensRequestHint = "this reopens the request";
export const opensNewRequestHint = "this opens a new request";
export const sendAsANewRequest = "Send as a new request";
export const itIsSolved = "It is solved";
export const alsoGoesTo = "Also goes to:";
export const whatIsStillWrong = "What's still wrong?";
export const textDiscarded = "Text discarded";
export const newTaskForClosed = (closed: number, id: number) =>
  `#${closed} can't be reopened, so your reply opened #${id}`;
export const replyWillBeSentIn = (seconds: number) =>
  seconds === 1 ? "Your reply will be sent in 1 second" : `Your reply will be sent in ${seconds} seconds`;
export const writeSomethingWithFiles = "Write a message to go with the files, or remove them.";
export const requestStatusChanged = (name: string) =>
  `The status of this request is now ${name}. Check it, then reply.`;
export const repliedAndResolved = (id: number) => `Replied to #${id} and resolved it`;
export const repliedAndSet = (id: number, status: string) => `Replied to #${id} and set it to ${status}`;
export const laterChangesNotSaved =
  "Your last changes to the previous task weren't saved. Go back and make them again.";
export const backToList = "Back to list";
export const previousTask = "Previous task";
export const nextTask = "Next task";
export const placeInList = (position: number, total: string) => `${position} of ${total}`;
export const moreThan = (count: number) => `${count}+`;
export const aroundThisTask = "Task navigation";
export const aroundThisRequest = "Request navigation";
export const noteAdded = "Note added";
export const changedAndLostAccess = (id: number) => `Task #${id} changed. You no longer have access to it.`;
export const nothingWasChanged = "Nothing was changed";
export const more = "More";
export const splitOff = "Split into new task";
export const youWillLoseAccess =
  "You'll lose access. Among agents, only the task's team, its assignee and admins will see it.";
export const detailsSaved = "Details saved";
export const resolvedReplyBelow = "This request is resolved. Reply below to add something.";
export const tooManyItems = (most: number) => `A checklist can have at most ${most} items. Remove an item first.`;
export const itemRemovedAddAgain = "That item was removed. Add it again?";
export const changedMeanwhile = (text: string) =>
  `This item was changed to “${text}” while you were editing. Save again to keep your text.`;
export const commentSaved = "Comment saved";
export const thanksForRating = "Thanks for your rating";
export const onlyRequestersRate = "Only the requester can rate this request.";
export const reopenedRateLater = "This request is open again. You can rate it once it's resolved.";
export const ratingIsFinal = "Your rating is final. Ratings can be changed only for 14 days.";
export const youChangedTask = "You changed this task after opening this form. Nothing is saved yet.";
export const someoneChangedTask = "Someone else changed this task. Nothing is saved yet.";
export const mergedNothingSaved = (id: number, target: number) =>
  `#${id} was merged into #${target}. Nothing was saved. Open /tasks/${target} and make your change there.`;
export const trashedNothingSaved = (id: number) =>
  `#${id} was moved to the trash or marked as spam. Nothing was saved. Open /tasks/${id} to see it.`;
export const trashedNothingChanged = (id: number) =>
  `#${id} was moved to the trash or marked as spam. Nothing was changed.`;
export const mergedNothingChanged = (id: number, target: number) =>
  `#${id} was merged into #${target}. Nothing was changed. Check this task, then try again if needed.`;
export const addedInCopy = (words: string) => `Added in copy: ${words}`;
export const alreadyWatches = (name: string) => `${name} is already watching this task`;
export const nowWatches = (name: string) => `${name} now watches this task`;
export const noSuchTask = "This task no longer exists, or you can't access it. Go back to the list.";
export const alreadyTaken = "This task is already assigned to another agent. Check the assignee before you take over.";
export const reopenToTake = "This task is done. Reopen it, then assign it to yourself.";
export const taskAssignedToYou = "Task assigned to you";
export const assignedToYou = (id: number) => `#${id} assigned to you`;
export const itemRemoved = "Item removed";
export const itemAlreadyRemoved = "That item was already removed.";
export const taskMuted = "Task muted for you";
export const taskUnmuted = "Task unmuted for you";
export const requestMuted = "Request muted for you";
export const requestUnmuted = "Request unmuted for you";
export const taskRestored = (id: number) => `Restored #${id}`;
export const markedAsUnread = (id: number) => `Marked #${id} as unread`;
export const nothingToUndo = "There's nothing to undo here.";
export const alreadyUndone = "That change was already undone.";
export const undoNotAllowed = "Only the person who made a change, team leads and admins can undo it.";
export const tooLateToUndo = "It's too late to undo that change. Edit the task instead.";
export const tooLateForRequester = "It's too late to undo that change. Send a reply instead.";
export const everythingAsBefore = "The task has already been changed back.";
export const nothingUndone = "Nothing was undone.";
export const undone = "Undone";
export const changedForRequester = "This can't be undone: the request has changed since then. Send a reply instead.";
export const youAreWatching = "You're watching this task";
export const noLongerWatching = "You're no longer watching this task";
export const undoneDetails = (what: string) => `Undone: ${what}.`;
export const undo = "Undo";
export const undoStatusChange = "Undo status change";
export const withdraw = "Withdraw";
export const fillInToResolve = (fields: string) => `This task can't be resolved yet. Fill in ${fields} first.`;
export const statusIsNow = (status: string) =>
  `The status is now ${status}, so this change isn't possible. Leave the status as it is.`;
export const statusIsNowChoose = (status: string, choices: string) =>
  `The status is now ${status}, so this change isn't possible. Choose ${choices}.`;
export const noNewPeople = "No new people to add";
export const youAreNotInCopy = "You're no longer in copy";
export const personNotInCopy = (name: string) => `${name} is no longer in copy`;
export const theyAreNotInCopy = "That person is no longer in copy";
export const viewAsRequester = "View as requester";
export const viewingAsRequester = (name: string, back: ReactNode) =>
  sentence`You're seeing this request as ${name} does. The reply form and its buttons aren't shown, and you can't change anything here. ${back}`;
export const backToYourView = "Back to your view";
export const requestersForms = "The requester's forms";
