import type { ReactNode } from "react";
import { formatNumber } from "~/lib/numbers";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

/** "1 task", "1,200 tasks". */
export const tasksCounted = (count: number) => (count === 1 ? "1 task" : `${formatNumber(count)} tasks`);
export const progress = "Progress";
export const doneSoFar = (done: number, total: number) =>
  `${formatNumber(done)} of ${tasksCounted(total)} done. You can keep working while this runs.`;
export const lookAgain = "Refresh progress";
export const stopHere = "Stop change";
export const wasTakenBack = (link: (words: string) => ReactNode) =>
  sentence`This change was undone. ${link("See the result")}`;
export const stoppedAndLeft = (left: number) => `Stopped: ${tasksCounted(left)} left unchanged.`;
export const whatCameOut = (changed: ReactNode, skipped: string | null) =>
  skipped === null ? sentence`${changed}.` : sentence`${changed}, ${skipped} skipped.`;
export const changed = (count: number) => `${tasksCounted(count)} changed`;
export const takenBack = (count: number) => `Undone in ${tasksCounted(count)}`;
export const backToTheList = "Back to the list";
export const undoAllOfIt = "Undo bulk change";
export const whyTasksWereSkipped = "Why tasks were skipped";
export const tasks = "Tasks";
export const task = "Task";
export const whatCameOfIt = "Result";
export const thisWasSkipped = "Skipped.";
export const noTasksLeftToChange = "There were no tasks left to change.";
export const nothingWasChanged = "Nothing was changed";
export const hiddenByNow = (count: number) => `${tasksCounted(count)} you can no longer see.`;
export const pages = "Pages";
export const nextPage = "Next page";
export const thisWasChanged = "Changed.";
export const thisWasTakenBack = "Undone.";
export const bulkChange = "Bulk change";
export const doneBy = (name: string) => `by ${name}`;
export const whichTasks = "Apply to";
export const thoseIHaveChosen = "Selected tasks";
export const tooManyOf = (list: string, most: string) =>
  `${list}: more than ${most} tasks. Narrow the list to change them all at once.`;
export const noMacrosYet = (link: (words: string) => ReactNode) => sentence`No macros yet. ${link("Create a macro")}`;
export const macro = "Macro";
export const none = "None";
export const whatMacrosWrite = (replies: string, link: (words: string) => ReactNode) =>
  sentence`Its text is filled in for each task. Choices below override the macro's actions. ${replies} ${link("Manage macros")}`;
export const cancel = "Cancel";
export const restore = "Restore";
export const changeTasks = "Change tasks";
export const cannotRestoreTheseTasks = "You can't restore these tasks";
export const tickTasksInTheListFirst = "Tick tasks in the list first.";
export const noTasksChosen = "No tasks selected";
export const yourLastBulkChanges = "Your recent bulk changes";
export const goingOn = (total: number) => `${tasksCounted(total)}, in progress`;
export const restoreTasks = "Restore tasks";
export const macroIsGone = "This macro no longer exists. Choose another one.";
export const atMostTogether = (most: number) =>
  `You can change at most ${tasksCounted(most)} at once. Narrow the list.`;
export const listOf = (list: string, count: number) => `${list}: ${tasksCounted(count)}`;
export const noTaskYouWorkOn = "This list has no tasks you can change.";
export const chosen = (count: number) => `${count} selected`;
export const chooseNone = "Clear selection";
export const notForYouAnyMore = "It no longer exists or you've lost access.";
export const itWasLikeThatAlready = "No change needed.";
export const theReplyWasWithdrawn = "The reply was withdrawn.";
export const theReplyWasSentAlready = "The reply was already sent.";
export const itWasAsBeforeAlready = "It had already been changed back.";
export const itWasUndoneAlready = "It was already undone.";
export const tooLateToUndo = "It's too late to undo this.";
export const chooseTheTasksAgain = "Choose the tasks again.";
export const chooseTasksAtMost = (count: number) => `Choose at most ${count} tasks.`;
export const chooseWhichTasks = "Choose which tasks.";
export const chooseOneOfTheList = "Choose an option from the list.";
export const chooseAtLeastOneTask = "Choose at least one task.";
export const chooseWhatToChange = "Choose what to change.";
export const thatWasUndoneAlready = "That was already undone.";
export const tooLateToUndoAll = "It's too late to undo this bulk change.";
export const stopItFirst = "This bulk change is still running. Stop it first.";
export const thereIsNothingToUndoHere = "There is nothing to undo here.";
export const allOfView = (name: string) => `All of “${name}”`;
export const allThatTheListFinds = "All tasks in this list";
export const allOpenTasks = "All open tasks";
export const macroReplies = (name: string) => `${name} (replies)`;
export const undoOf = (wanted: string) => `Undo of ${wanted}`;
export const undoOfAnOldChange = "Undo of an old change";
export const macroNamed = (name: string) => `Macro ${name}`;
const requesters = (count: number) => (count === 1 ? "1 requester" : `${formatNumber(count)} requesters`);
export const repliesToChosen = (chosen: number) =>
  `A macro with a reply writes to ${requesters(chosen)} of the selected tasks.`;
export const repliesToAll = (all: number) => `A macro with a reply writes to ${requesters(all)} of the whole list.`;
export const repliesToChosenOrAll = (chosen: number, all: number) =>
  `A macro with a reply writes to ${requesters(chosen)} of the selected tasks, or to ${requesters(all)} of the whole list.`;
