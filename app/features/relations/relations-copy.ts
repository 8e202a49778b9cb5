import { type Piece, pieces } from "~/features/tasks/history-sentence";

export * from "./related-tasks-copy";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const draftRestored = "Restored your draft from this browser.";
export const allSubTasks = "All sub-tasks";
export const subTasksToInclude = "Sub-tasks to include";
export const goesTo = (people: string) => `Goes to: ${people}`;
export const noOtherRecipients = "no one else";
export const inaccessibleSubTasks = (count: number) =>
  count === 1
    ? "1 more sub-task isn't included because you can't access it."
    : `${count} more sub-tasks aren't included because you can't access them.`;
export const answerAllSubTasks = "Reply to all sub-tasks";
export const answerAllHint = "each requester gets it in their own conversation";
export const yourAnswer = "Your reply";
export const sendToSelected = "Send to selected";
export const statusAfterTheAnswer = "Status after the reply";
export const teamDefault = "Team default";
export const keepCurrentStatus = "No change";
export const resolveSelected = "Resolve selected";
export const cancel = "Cancel";
export const doneAndSkipped = (verb: string, tasks: string) => `${verb}: ${tasks}. Skipped:`;
export const allSubTasksSkipped = "All sub-tasks were skipped:";
export const subTasksOf = (id: number) => `Sub-tasks of #${id}`;
export const answered = "Reply sent";
export const answering = "Sending your reply";
const subTasksCounted = (count: number) => (count === 1 ? "1 sub-task" : `${count} sub-tasks`);
export const answerSent = (count: number) => `Reply sent: ${subTasksCounted(count)}`;
export const answerWillBeSent = (count: number, seconds: number) => {
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  const where = count === 1 ? "Open the sub-task to withdraw it" : "Open each sub-task to withdraw it there";
  return `Sending your reply to ${subTasksCounted(count)} in ${wait}. ${where}`;
};
export const resolved = "Resolved";
export const alreadyResolved = "The selected sub-tasks are already resolved";
export const subTasksResolved = (count: number) => `Resolved: ${subTasksCounted(count)}`;
export const noSubTasksHere = "No sub-tasks here";
export const cannotHaveSubTasks = (id: number) => `#${id} is itself a sub-task, and sub-tasks can't have their own.`;
export const noSubTasksHint = "Break the work into sub-tasks, then reply to or resolve them all at once.";
export const noSubTasksYet = "No sub-tasks yet";
export const answerNotSent =
  "Resolving doesn't send the reply you wrote. Send it with the status Resolved, or resolve again without it.";
export const mergeInto = "Merge into";
export const mergeTaskInto = (taskId: number) => `Merge #${taskId} into`;
export const close = "Close";
export const numberOrTitle = "#1042 or words from the title";
export const noTaskMatches = "No task matches. Enter a task number or other words.";
export const matchingTasks = "Matching tasks";
export const chooseATask = "Choose a task from the suggestions.";
export const severalTasksMatch = "Several tasks match. Choose one below to compare it.";
export const firstMessage = "First message";
export const lastMessage = "Last message";
export const compareTasks = "Compare tasks";
export const mergeThisInto = (source: number, target: number) => `Merge #${source} into #${target}`;
export const willBeClosed = "Will be closed";
export const willBeKept = "Will be kept";
export const movesToEmptyFields = (fields: string, count: number, source: number, target: number) =>
  count === 1
    ? `${fields} moves over from #${source} because it's empty in #${target}.`
    : `${fields} move over from #${source} because they're empty in #${target}.`;
export const targetGets = (target: number, what: string, source: number) =>
  `#${target} will get ${what} from #${source}.`;
export const theDueDate = (day: string) => `the due date ${day}`;
export const thePriority = (name: string) => `the priority ${name}`;
export const theAssignee = (name: string) => `the assignee ${name}`;
export const movesToStatus = (target: number, status: string) =>
  `#${target} moves to ${status} because it gets an assignee.`;
export const assigneeHasNoAccess = (name: string, target: number) =>
  `${name} won't be assigned to #${target}: they have no access to it.`;
export const keepsOwnValues = (target: number, left: string, source: number) =>
  `#${target} keeps its own ${left}. Only undoing the merge brings back what #${source} had.`;
export const sourceCloses = (source: number, target: number) =>
  `#${source} closes, disappears from lists and search, and redirects to #${target}.`;
export const requesterCanRead = (reader: string, task: number, author: string) =>
  `${reader}, the requester of #${task}, can read everything ${author} wrote and received.`;
export const becomesConfidential = (target: number, source: number) =>
  `#${target} becomes confidential because #${source} is. Among agents, only its team, its assignee and admins can still see it.`;
export const becomesConfidentialByTeam = (target: number, source: number) =>
  `#${target} becomes confidential because #${source} belongs to a members-only team. Among agents, only the team of #${target}, its assignee and admins can still see it.`;
export const youLoseAccess = (target: number) => `You'll lose access to #${target}.`;
export const undoMergeHint = "You can undo this for 10 minutes. Leads and admins can undo it for 30 days.";
export const keepRequester = (name: string, id: number) =>
  `Keep ${name} (requester of #${id}) in copy. Otherwise, they lose access.`;
export const swapTasks = "Swap tasks";
export const status = "Status";
export const requester = "Requester";
export const assignee = "Assignee";
export const noAssignee = "Unassigned";
export const opened = "Opened";
export const conversation = "Conversation";
export const tags = "Tags";
export const confidential = "Confidential";
export const yes = "Yes";
export const messageCount = (count: number) => (count === 1 ? "1 message" : `${count} messages`);
export const noteCount = (count: number) => (count === 1 ? "1 note" : `${count} notes`);
export const attachmentCount = (count: number) => (count === 1 ? "1 attachment" : `${count} attachments`);
export const checklistItemCount = (count: number) => (count === 1 ? "1 checklist item" : `${count} checklist items`);
export const draftCount = (count: number) => (count === 1 ? "1 draft" : `${count} drafts`);
export const alsoMoves = (what: string) => `${what}, tags, people in copy, watchers, links and sub-tasks move.`;
export const mergeTask = (id: number) => `Merge #${id}`;
export const taskMerged = (id: number, into: number) => `Merged #${id} into #${into}`;
export const checkBothAgain = "One of these tasks has changed. Check both again, then merge.";
export const noLinkedTasksYet = "No linked tasks yet.";
export const remove = "Remove";
export const linkTo = (id: number) => `the link to #${id}`;
export const addALink = "Add a link";
export const thisTask = "Link type";
export const taskNumberOrTitle = "Task number or title";
export const addLink = "Add link";
export const fromSubTasksOf = (id: number) => `from the sub-tasks of #${id}`;
export const noSubTasksListed = "No sub-tasks yet.";
export const taskFromSubTasks = (id: number) => `#${id} from the sub-tasks`;
export const makeThisASubTask = "Make this a sub-task";
export const makeThisASubTaskOf = "Make this a sub-task of";
export const setParentTask = "Set parent task";
export const tasksRelatedTo = (id: number) => `Tasks related to #${id}`;
export const task = "Task";
export const tasksLinked = "Tasks linked";
export const linkRemoved = "Link removed";
export const nowASubTask = "Task is now a sub-task";
export const subTaskRemoved = "Sub-task removed";
export const newTaskTitle = "Title of the new task";
export const showOlderMessages = "Show older messages";
export const messagesToCopy = "Messages to copy into the new task";
export const taskdesk = "Taskdesk";
export const internalNote = "Internal note";
export const alreadySplitOff = "already split off";
export const newTaskHint =
  "The new task has the same requester, team and type, and is linked to this one. The messages also stay here, with a link to the new task. Internal notes stay internal.";
export const newTaskIsConfidential = "The new task will be confidential too.";
export const splitIntoANewTask = "Split into a new task";
export const splitTask = (id: number) => `Split #${id}`;
export const splitFrom = (id: number) => `Split from #${id}`;
export const noSuchTask = (id: string | number) =>
  `Task #${id} doesn't exist or you can't access it. Check the number.`;
export const cannotBeOwnSubTask = "A task can't be a sub-task of itself. Choose another task.";
export const alreadyASubTask = "This task is already a sub-task of another task. Remove it there first.";
export const hasSubTasks = "This task has sub-tasks, so it can't become a sub-task. Remove its sub-tasks first.";
export const subTaskLimitReached = (id: number, most: number) =>
  `#${id} already has ${most} sub-tasks, the most a task can have. Remove one first.`;
export const cannotLinkToItself = "A task can't be linked to itself. Choose another task.";
export const alreadyLinked = "These tasks already have that link. Choose another task or link type.";
export const linkLimitReached = (id: number, most: number) =>
  `#${id} already has ${most} links, the most a task can have. Remove one first.`;
export const messageIsGone = "One of these messages is no longer in this task. Check your selection.";
export const chooseAMessage = "Choose at least one message.";
export const chooseAPublicMessage =
  "Choose at least one message that isn't an internal note. The requester will see the new task.";
export const noAccessToNewTask =
  "The new task was merged, moved to the trash or marked as spam, or you can't access it. Restore it first, or ask someone with access to undo the split.";
export const taskChangedSince = (id: number) =>
  `#${id} has changed since the split, so it wasn't removed. Merge it into this task instead.`;
export const changedFieldsStay = "Fields changed since then keep their new values.";
export const emptiedFieldsStay = "Fields emptied since then stay empty.";
export const cannotMergeIntoItself = "A task can't be merged into itself. Choose another task.";
export const isASubTaskOf = (id: number, parent: number) =>
  `#${id} is a sub-task of #${parent}. Remove it there first.`;
export const targetIsASubTask = (source: number, target: number) =>
  `#${target} is a sub-task, so it can't take the sub-tasks of #${source}. Remove them first.`;
export const tooManySubTasks = (id: number, count: number, most: number) =>
  `#${id} would have ${count} sub-tasks; a task can have at most ${most}. Remove some first.`;
export const tooManyTags = (id: number, count: number, most: number) =>
  `#${id} would have ${count} tags; a task can have at most ${most}. Remove some first.`;
export const tooManyInCopy = (id: number, count: number, most: number) =>
  `#${id} would have ${count} people in copy; a task can have at most ${most}. Remove some first.`;
export const tooManyItems = (id: number, count: number, most: number) =>
  `#${id} would have ${count} items in its checklist; a task can have at most ${most}. Remove some first.`;
export const tooManyFiles = (id: number, count: number, most: number) =>
  `#${id} would have ${count} attachments; a task can have at most ${most}. Remove some first.`;
export const tooManyLinks = (id: number, count: number, most: number) =>
  `#${id} would have ${count} links; a task can have at most ${most}. Remove some first.`;
export const alreadyMerged = (number: number, today: number) =>
  `#${number} was already merged into #${today}. Merge into #${today} instead.`;
export const noLongerMerged = (source: number) => `#${source} is no longer merged into this task.`;
export const changedDraftsStay = "Drafts edited, sent or deleted since then stay here.";
export const statusStaysForReply = (id: string, name: string) =>
  `${id} stays ${name} because a reply that moved back set this status.`;
export const staysConfidential = "The task stays confidential because it has new messages since the merge.";
export const removedTagStays = "A tag removed since then stays removed.";
export const removedTagsStay = (count: number) => `${count} tags removed since then stay removed.`;
export const removedFromCopyStay = "People removed from copy since then stay removed.";
export const removedItemsStay = "Checklist items removed since then stay removed.";
export const removedLinksStay = "Links removed since then stay removed.";
export const noLongerASubTask = (id: number) => `#${id} is no longer a sub-task.`;
export const noAccessToLinkedTask = "You can't access the linked task.";
export const linkAlreadyRemoved = "The link was already removed.";
export const noAccessToOtherTask = "You can't access the other task.";
export const parentHasChanged = "The parent task has changed since then.";
export const chooseARelation = "Choose a link type.";
export const tooManyMessages = "Choose at most 500 messages.";
export const chooseASubTask = "Choose at least one sub-task.";
export const subTaskLimit = (most: number) => `A task can have at most ${most} sub-tasks.`;
export const chooseAStatus = "Choose a status.";
export const cannotMoveToStatus = (name: string) =>
  `This task can't move from ${name} to that status. Choose another status.`;
export const otherAnswerSent =
  "You already replied to this task from this page. Reload the page to send another reply.";
export const answerAlreadySent = "You already sent this reply.";
export const sendAgainToConfirm = (why: string) => `${why} Send again to confirm.`;
export const taskIsGone = "This task no longer exists, or you've lost access to it.";
export const alreadyHasStatus = (name: string) => `This task is already ${name}.`;
export const statusWasChanged = "Someone else changed this task's status. Check the status and try again.";
export const couldNotResolve = "This task couldn't be resolved. Open it to see why.";
export const neededToResolve = (fields: string) => `Fill in ${fields} to resolve this task.`;
export const openChecklistItems = (count: number) =>
  count === 1
    ? "This task has 1 unticked checklist item. Open the task to resolve it."
    : `This task has ${count} unticked checklist items. Open the task to resolve it.`;
export const notASubTaskHere = "This task is no longer one of the sub-tasks.";
export const enterANumber = "Enter the number of a task.";
export const relatedTo = "related to";
export const duplicateOf = "duplicate of";
export const isDuplicatedBy = "duplicated by";
export const blockedBy = "blocked by";
export const blocks = "blocks";
export const followUpOf = "follow-up of";
export const isFollowedUpBy = "followed up by";
export const parent = "Parent";
export const subTask = "Sub-task";
export const mergeLabel = "Merge";
export const splitLabel = "Split";
export const linkLabel = (kind: string) => `Link: ${kind}`;

/* History entries. Each follows a person's name. */
export const madeThisASubTaskOf = (other: Piece) => pieces`made this a sub-task of ${other}`;
export const removedThisFromSubTasksOf = (other: Piece) => pieces`removed this from the sub-tasks of ${other}`;
export const addedTheSubTask = (other: Piece) => pieces`added the sub-task ${other}`;
export const removedTheSubTask = (other: Piece) => pieces`removed the sub-task ${other}`;
export const mergedIntoThis = (other: Piece) => pieces`merged ${other} into this`;
export const mergedThisInto = (other: Piece) => pieces`merged this into ${other}`;
export const undidTheMergeOf = (other: Piece) => pieces`undid the merge of ${other}`;
export const undidTheMergeInto = (other: Piece) => pieces`undid the merge into ${other}`;
export const splitOff = (other: Piece) => pieces`split ${other} off`;
export const undidTheSplitInto = (other: Piece) => pieces`undid the split into ${other}`;
export const splitThisFrom = (other: Piece) => pieces`split this from ${other}`;
export const addedALink = (kind: string, other: Piece) => pieces`added a link: ${kind} ${other}`;
export const removedALink = (kind: string, other: Piece) => pieces`removed a link: ${kind} ${other}`;

/* Undone changes. Each follows the lead-in of the undo toast. */
export const theSplitInto = (task: string) => `the split into ${task}`;
export const theMergeOf = (task: string) => `the merge of ${task}`;
export const theLink = (kind: string, task: string) => `the link “${kind} ${task}”`;
export const theParent = (task: string) => `the parent ${task}`;

export const wouldCreateALoop = (other: number, kind: string, task: number) =>
  `That would create a loop: #${other} is already ${kind} #${task}, directly or through other tasks. Choose another task.`;
export const wasMergedInto = (id: number, into: number) =>
  `#${id} was merged into #${into}. Merge into #${into} instead.`;
export const enterAValidNumber = "Enter the number of a task, such as #1042.";
export const recipient = (name: string, email: string) => `${name} ${email}`;
export const noAddress = "no email address";
export const disabledRecipient = (name: string, email: string) => `${name} ${email} (account disabled)`;
