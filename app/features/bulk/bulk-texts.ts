import type { ReactNode } from "react";
import { formatNumber } from "~/lib/format-number";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

/** "1 task", "1,200 tasks". */
export const tasksCounted = (count: number) => (count === 1 ? "1 task" : `${formatNumber(count)} tasks`);
export const progress = "Progress";
export const doneSoFar = (done: number, total: number) =>
  `${formatNumber(done)} of ${tasksCounted(total)} done. You can go on working meanwhile.`;
export const lookAgain = "Look again";
export const stopHere = "Stop here";
export const wasTakenBack = (link: (words: string) => ReactNode) =>
  sentence`This was taken back. ${link("See what came of that")}`;
export const stoppedAndLeft = (left: number) => `Stopped: ${tasksCounted(left)} stayed as they were.`;
export const whatCameOut = (changed: ReactNode, skipped: string | null) =>
  skipped === null ? sentence`${changed}.` : sentence`${changed}, ${skipped} skipped.`;
export const changed = (count: number) => `${tasksCounted(count)} changed`;
export const takenBack = (count: number) => `${tasksCounted(count)} taken back`;
export const backToTheList = "Back to the list";
export const undoAllOfIt = "Undo all of it";
export const whyTasksWereSkipped = "Why tasks were skipped";
export const tasks = "Tasks";
export const task = "Task";
export const whatCameOfIt = "What came of it";
export const thisWasSkipped = "Skipped.";
export const noTasksLeftToChange = "There were no tasks to change any more.";
export const nothingWasChanged = "Nothing was changed";
export const hiddenByNow = (count: number) => `${tasksCounted(count)} you do not see any more.`;
export const pages = "Pages";
export const nextPage = "Next page";
export const thisWasChanged = "Changed.";
export const thisWasTakenBack = "Taken back.";
export const bulkChange = "Bulk change";
export const doneBy = (name: string) => `by ${name}`;
export const whichTasks = "Which tasks";
export const thoseIHaveChosen = "Those I have chosen";
export const tooManyOf = (list: string, most: string) =>
  `${list}: more than ${most} tasks. Narrow the list to change them together.`;
export const noMacrosYet = (link: (words: string) => ReactNode) =>
  sentence`There are no macros yet. ${link("Write one")}`;
export const macro = "Macro";
export const none = "None";
export const whatMacrosWrite = (replies: string, link: (words: string) => ReactNode) =>
  sentence`Its text goes to each of the tasks, filled in for it. What is chosen below counts instead of what it changes. ${replies} ${link("Manage macros")}`;
export const cancel = "Cancel";
export const restore = "Restore";
export const changeTasks = "Change tasks";
export const cannotRestoreTheseTasks = "You can't restore these tasks";
export const tickTasksInTheListFirst = "Tick tasks in the list first.";
export const noTasksChosen = "No tasks chosen";
export const yourLastBulkChanges = "Your last bulk changes";
export const goingOn = (total: number) => `${tasksCounted(total)}, going on`;
export const restoreTasks = "Restore tasks";
export const macroIsGone = "This macro is not there any more.";
export const atMostTogether = (most: number) =>
  `At most ${tasksCounted(most)} can be changed together. Narrow the list.`;
export const listOf = (list: string, count: number) => `${list}: ${tasksCounted(count)}`;
export const noTaskYouWorkOn = "There is no task in this list that you work on.";
export const chosen = (count: number) => `${count} chosen`;
export const chooseNone = "Choose none";
export const notForYouAnyMore = "Not there for you any more.";
export const itWasLikeThatAlready = "It was like that already.";
export const theReplyWasWithdrawn = "The reply was withdrawn.";
export const theReplyWasSentAlready = "The reply was sent already.";
export const itWasAsBeforeAlready = "It was as before already.";
export const itWasUndoneAlready = "It was undone already.";
export const tooLateToUndo = "It is too late to undo it.";
export const chooseTheTasksAgain = "Choose the tasks again.";
export const chooseTasksAtMost = (count: number) => `Choose at most ${count} tasks.`;
export const chooseWhichTasks = "Choose which tasks.";
export const chooseOneOfTheList = "Choose one of the list.";
export const chooseAtLeastOneTask = "Choose at least one task.";
export const chooseWhatToChange = "Choose what to change.";
export const thatWasUndoneAlready = "That was undone already.";
export const tooLateToUndoAll = "It is too late to undo all of it.";
export const stopItFirst = "It is going on still. Stop it first.";
export const thereIsNothingToUndoHere = "There is nothing to undo here.";
export const allOfView = (name: string) => `All of “${name}”`;
export const allThatTheListFinds = "All that the list finds";
export const allOpenTasks = "All open tasks";
export const macroReplies = (name: string) => `${name} (replies)`;
export const undoOf = (wanted: string) => `Undo of ${wanted}`;
export const undoOfAnOldChange = "Undo of an old change";
export const macroNamed = (name: string) => `Macro ${name}`;
const requesters = (count: number) => (count === 1 ? "1 requester" : `${formatNumber(count)} requesters`);
export const repliesToChosen = (chosen: number) =>
  `A macro with a reply writes to ${requesters(chosen)} of the tasks you have chosen.`;
export const repliesToAll = (all: number) => `A macro with a reply writes to ${requesters(all)} of the whole list.`;
export const repliesToChosenOrAll = (chosen: number, all: number) =>
  `A macro with a reply writes to ${requesters(chosen)} of the tasks you have chosen, or to ${requesters(all)} of the whole list.`;
