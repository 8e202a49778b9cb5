import type { ReactNode } from "react";
import { formatNumber } from "~/lib/numbers";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

/** "1 task", "1,200 tasks". */
export const taskCount = (count: number) => (count === 1 ? "1 task" : `${formatNumber(count)} tasks`);
export const progress = "Progress";
export const doneSoFar = (done: number, total: number) =>
  `${formatNumber(done)} of ${taskCount(total)} done. You can keep working while this runs.`;
export const refreshProgress = "Refresh progress";
export const stopChange = "Stop change";
export const changeWasUndone = (link: (words: string) => ReactNode) =>
  sentence`This change was undone. ${link("See the result")}`;
export const stoppedAndLeft = (left: number) => `Stopped: ${taskCount(left)} left unchanged.`;
export const resultSummary = (changed: ReactNode, skipped: string | null) =>
  skipped === null ? sentence`${changed}.` : sentence`${changed}, ${skipped} skipped.`;
export const changed = (count: number) => `${taskCount(count)} changed`;
export const undoneInTasks = (count: number) => `Undone in ${taskCount(count)}`;
export const backToTheList = "Back to the list";
export const undoBulkChange = "Undo bulk change";
export const whyTasksWereSkipped = "Why tasks were skipped";
export const result = "Result";
export const taskSkipped = "Skipped.";
export const noTasksLeftToChange = "There were no tasks left to change.";
export const nothingWasChanged = "Nothing was changed";
export const hiddenTasks = (count: number) => `${taskCount(count)} you can no longer see.`;
export const pages = "Pages";
export const nextPage = "Next page";
export const taskChanged = "Changed.";
export const taskUndone = "Undone.";
export const bulkChange = "Bulk change";
export const doneBy = (name: string) => `by ${name}`;
export const applyTo = "Apply to";
export const selectedTasks = "Selected tasks";
export const listTooLong = (list: string, most: string) =>
  `${list}: more than ${most} tasks. Narrow the list to change them all at once.`;
export const noMacrosYet = (link: (words: string) => ReactNode) => sentence`No macros yet. ${link("Add a macro")}`;
export const macro = "Macro";
export const none = "None";
export const macroHint = (replies: string, link: (words: string) => ReactNode) =>
  sentence`Variables are filled in for each task. Choices below override the macro's actions. ${replies} ${link("Manage macros")}`;
export const cancel = "Cancel";
export const restore = "Restore";
export const cannotRestoreTheseTasks = "You can't restore these tasks";
export const tickTasksFirst = "Select tasks in the list first.";
export const noTasksSelected = "No tasks selected";
export const yourRecentBulkChanges = "Your recent bulk changes";
export const tasksInProgress = (total: number) => `${taskCount(total)}, in progress`;
export const restoreTasks = "Restore tasks";
export const macroIsGone = "This macro no longer exists. Choose another one.";
export const tooManyTasks = (most: number) => `You can change at most ${taskCount(most)} at once. Narrow the list.`;
export const listWithCount = (list: string, count: number) => `${list} (${formatNumber(count)})`;
export const noChangeableTasks = "This list has no tasks you can change.";
export const goneOrNoAccess = "This task no longer exists, or you've lost access to it.";
export const noChangeNeeded = "No change needed.";
export const replyWithdrawn = "The reply was withdrawn.";
export const replyAlreadySent = "The reply was already sent.";
export const alreadyChangedBack = "This task's changes were already undone.";
export const alreadyUndone = "This change was already undone.";
export const tooLateToUndo = "It's too late to undo this change.";
export const chooseTasksAgain = "Your selection couldn't be read. Select the tasks again.";
export const chooseFewerTasks = (count: number) => `Select at most ${count} tasks.`;
export const chooseWhichTasks = "Choose which tasks to change.";
export const chooseFromList = "Choose an option from the list.";
export const chooseAtLeastOneTask = "Select at least one task.";
export const chooseAChange = "Choose what to change.";
export const changeAlreadyUndone = "This bulk change was already undone.";
export const tooLateToUndoAll = "It's too late to undo this bulk change. Change the tasks again instead.";
export const stopChangeFirst = "This bulk change is still running. Stop it first.";
export const nothingToUndo = "There's nothing to undo here.";
export const allOfView = (name: string) => `All of “${name}”`;
export const allTasksInList = "All tasks in this list";
export const allOpenTasks = "All open tasks";
export const macroReplies = (name: string) => `${name} (replies)`;
export const undoOf = (wanted: string) => `Undo of ${wanted}`;
export const undoOfOldChange = "Undo of an old change";
export const macroNamed = (name: string) => `Macro ${name}`;
const requesters = (count: number) => (count === 1 ? "1 requester" : `${formatNumber(count)} requesters`);
export const repliesToSelected = (chosen: number) => `If the macro replies, the reply goes to ${requesters(chosen)}.`;
export const repliesToAll = (all: number) => `If the macro replies, the reply goes to ${requesters(all)}.`;
export const repliesToSelectedOrAll = (chosen: number, all: number) =>
  `If the macro replies, the reply goes to ${requesters(chosen)} (selected tasks) or ${requesters(all)} (whole list).`;

/* Toasts of changes made in the list. */
export const undo = "Undo";
export const details = "Details";
export const andOtherReasons = "And other reasons.";
/** "Priority: High. 3 changed." */
export const changedAll = (words: string, changed: number) => `${words}. ${formatNumber(changed)} changed.`;
/** "Priority: High. 3 changed, 1 skipped: No change needed." */
export const changedAndSkipped = (words: string, changed: number, skipped: number, why: string) =>
  `${words}. ${formatNumber(changed)} changed, ${formatNumber(skipped)} skipped: ${why}`;
export const changedOne = (id: number, words: string) => `#${id} changed. ${words}.`;
export const skippedOne = (id: number, why: string) => `#${id} wasn't changed. ${why}`;

/* Menus of the list. */
export const actions = "Actions";
export const me = "Me";
export const noMatch = "Nothing matches.";
export const menuFor = (what: string, ids: readonly number[], count: number) =>
  count === 1 && ids[0] !== undefined ? `${what} for #${ids[0]}` : `${what} for ${taskCount(count)}`;
export const addTag = (tag: string) => `Add “${tag}”`;
export const removeTag = (tag: string) => `Remove “${tag}”`;
export const resolve = "Resolve";
export const snooze = "Snooze…";
export const markAsRead = "Mark as read";
export const markAsUnread = "Mark as unread";
export const openInNewTab = "Open in new tab";
export const copyLink = "Copy link";
export const linkCopied = (id: number) => `Link to #${id} copied`;
export const macroAsksFirst = "asks first";
export const ellipsis = (words: string) => `${words}…`;
export const moreChanges = "More changes…";
export const selectAllMatching = (count: number) => `Select all ${formatNumber(count)} matching`;
export const narrowToSelectAll = (most: number) =>
  `More than ${formatNumber(most)} match. Narrow the list to select all.`;
export const allSelected = (count: number) => `All ${formatNumber(count)} selected`;
export const cannotChangeThisTask = "You can read this task but not change it.";
export const unreachable = "The server can't be reached. Try again in a moment.";
export const somethingWentWrong = "That didn't work. Try again in a moment.";
