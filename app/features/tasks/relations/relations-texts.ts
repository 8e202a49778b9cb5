import { type Piece, pieces } from "../history/pieces";

export * from "./related-texts";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const typedIsBack = "What you had typed here is back. This browser kept it.";
export const allSubTasks = "All sub-tasks";
export const subTasksItReaches = "Sub-tasks it reaches";
export const goesTo = (people: string) => `Goes to: ${people}`;
export const nobodyElse = "nobody else";
export const leftOutUnseen = (count: number) =>
  count === 1
    ? "One more sub-task is left out: you cannot see it."
    : `${count} more sub-tasks are left out: you cannot see them.`;
export const answerAllSubTasks = "Answer all sub-tasks";
export const whoReadsTheAnswer = "each requester reads it in their own conversation";
export const yourAnswer = "Your answer";
export const sendToAllChosen = "Send to all chosen";
export const statusAfterTheAnswer = "Status after the answer";
export const asAfterAnyReply = "As after any reply";
export const leaveAsItIs = "Leave as it is";
export const resolveAllChosen = "Resolve all chosen";
export const cancel = "Cancel";
export const doneAndLeftOut = (verb: string, tasks: string) => `${verb}: ${tasks}. Left out:`;
export const nothingWasDone = "Nothing was done:";
export const subTasksOf = (id: number) => `Sub-tasks of #${id}`;
export const answered = "Answered";
const subTasksCounted = (count: number) => (count === 1 ? "one sub-task" : `${count} sub-tasks`);
export const answerSent = (count: number) => `Answer sent: ${subTasksCounted(count)}`;
export const answerWillBeSent = (count: number, seconds: number) =>
  seconds === 1
    ? `Your answer will be sent to ${subTasksCounted(count)} in a second. Until then it can be withdrawn in each of them.`
    : `Your answer will be sent to ${subTasksCounted(count)} in ${seconds} seconds. Until then it can be withdrawn in each of them.`;
export const resolved = "Resolved";
export const theyAreResolvedAlready = "They are resolved already";
export const resolvedTasks = (count: number) => `Resolved: ${subTasksCounted(count)}`;
export const noSubTasksHere = "No sub-tasks here";
export const isASubTaskItself = (id: number) => `#${id} is a sub-task itself, and sub-tasks have none of their own.`;
export const whatSubTasksAre =
  "A part of the work that somebody does by itself. One answer can then go to all of them.";
export const noSubTasksYet = "No sub-tasks yet";
export const answerIsNotSentYet =
  "You have written an answer, which resolving does not send. Send it with the status Resolved, or resolve once more without it.";
export const mergeInto = "Merge into";
export const mergeTaskInto = (taskId: number) => `Merge #${taskId} into`;
export const lookAtBoth = "Look at both";
export const mergeThisInto = (source: number, target: number) => `Merge #${source} into #${target}`;
export const thisOneCloses = "This one closes";
export const thisOneTakesItIn = "This one takes it in";
export const movesToEmpty = (fields: string, count: number, source: number, target: number) =>
  count === 1
    ? `${fields} of #${source} moves, because #${target} has nothing there.`
    : `${fields} of #${source} move, because #${target} has nothing there.`;
export const takes = (target: number, what: string, source: number) => `#${target} will get ${what} from #${source}.`;
export const theDueDay = (day: string) => `the due day ${day}`;
export const thePriority = (name: string) => `the priority ${name}`;
export const theAssignee = (name: string) => `the assignee ${name}`;
export const movesTo = (target: number, status: string) => `#${target} moves to ${status} because it gets an assignee.`;
export const isNotAssigned = (name: string, target: number) =>
  `${name} won't be assigned to #${target}: they have no access to it.`;
export const keepsItsOwn = (target: number, left: string, source: number) =>
  `#${target} keeps its own ${left}; what #${source} has there is only seen again when the merge is taken back.`;
export const sourceIsClosed = (source: number, target: number) =>
  `#${source} is closed, leaves lists and search, and its number leads to #${target}.`;
export const requesterCanRead = (reader: string, task: number, author: string) =>
  `${reader}, who asked for #${task}, can read what ${author} wrote and was told.`;
export const becomesConfidential = (target: number, source: number) =>
  `#${target} becomes confidential, because #${source} is: on the desk only its team, its assignee and admins still see it.`;
export const becomesConfidentialByTeam = (target: number, source: number) =>
  `#${target} becomes confidential, because #${source} belongs to a members-only team: on the desk only the team of #${target}, its assignee and admins still see it.`;
export const youLoseAccess = (target: number) => `You won't have access to #${target} any more.`;
export const canBeTakenBack = "It can be taken back: for 10 minutes by you, for 30 days by leads and admins.";
export const requesterStays = (name: string, id: number) =>
  `${name} (requester of #${id}) stays in the conversation. Otherwise they no longer see any of it.`;
export const theOtherWayRound = "The other way round";
export const status = "Status";
export const requester = "Requester";
export const assignee = "Assignee";
export const nobody = "Nobody";
export const opened = "Opened";
export const conversation = "Conversation";
export const tags = "Tags";
export const confidential = "Confidential";
export const yes = "Yes";
export const messagesCounted = (count: number) => (count === 1 ? "1 message" : `${count} messages`);
export const notesCounted = (count: number) => (count === 1 ? "1 note" : `${count} notes`);
export const filesCounted = (count: number) => (count === 1 ? "1 attachment" : `${count} attachments`);
export const itemsCounted = (count: number) => (count === 1 ? "1 checklist item" : `${count} checklist items`);
export const draftsCounted = (count: number) => (count === 1 ? "1 unfinished draft" : `${count} unfinished drafts`);
export const andMoreMoves = (what: string) => `${what}, its tags, people in copy, watchers, links and sub-tasks move.`;
export const mergeTask = (id: number) => `Merge #${id}`;
export const enterATaskNumber = "Enter the number of a task, such as #1042.";
export const isAPartNow = (id: number, into: number) => `#${id} is a part of #${into} now`;
export const lookAtBothAgain = "Somebody has changed one of these tasks. Look at both again, then merge.";
export const noLinkedTasksYet = "No linked tasks yet.";
export const remove = "Remove";
export const linkTo = (id: number) => `the link to #${id}`;
export const addALink = "Add a link";
export const thisTask = "This task";
export const taskNumber = "Task number";
export const addLink = "Add link";
export const fromSubTasksOf = (id: number) => `from the sub-tasks of #${id}`;
export const noSubTasksListed = "No sub-tasks yet.";
export const fromTheSubTasks = (id: number) => `#${id} from the sub-tasks`;
export const makeThisASubTask = "Make this a sub-task";
export const makeThisASubTaskOf = "Make this a sub-task of";
export const makeSubTask = "Make sub-task";
export const tasksAround = (id: number) => `Tasks around #${id}`;
export const task = "Task";
export const tasksLinked = "Tasks linked";
export const linkRemoved = "Link removed";
export const madeASubTask = "Made a sub-task";
export const removedFromTheSubTasks = "Removed from the sub-tasks";
export const titleOfTheNewTask = "Title of the new task";
export const showOlderMessages = "Show older messages";
export const messagesThatBecomeTheNewTask = "Messages that become the new task";
export const taskdesk = "Taskdesk";
export const internalNote = "Internal note";
export const splitOffBefore = "split off before";
export const whatTheNewTaskIs =
  "The new task is for the same person, team and type, and linked to this one. The messages stay here too, with a pointer to it; internal notes stay internal.";
export const confidentialAsWell = "This task is confidential, and so is the new one.";
export const splitIntoANewTask = "Split into a new task";
export const splitTask = (id: number) => `Split #${id}`;
export const splitFrom = (id: number) => `Split from #${id}`;
export const noSuchTaskOfYours = (id: string | number) => `There is no task #${id} that you work on.`;
export const notItsOwnSubTask = "A task cannot be a sub-task of itself.";
export const subTaskOfAnother = "It is a sub-task of another task. Remove it there first.";
export const hasSubTasksItself = "It has sub-tasks itself, so it cannot become one.";
export const hasSubTasksEnough = (id: number, most: number) =>
  `#${id} has ${most} sub-tasks; that is as many as a task can have.`;
export const notLinkedToItself = "A task cannot be linked to itself.";
export const linkedAlready = "These tasks are linked like that already.";
export const hasLinksEnough = (id: number, most: number) =>
  `#${id} has ${most} links; that is as many as a task can have.`;
export const messageIsGone = "One of these messages is not here any more. Look again.";
export const chooseAMessage = "Choose at least one message.";
export const chooseMoreThanNotes =
  "Choose at least one message that is no internal note: the requester sees the new task too.";
export const newTaskIsOutOfSight = "The new task is one you cannot see, or was merged into another.";
export const workedOnSince = (id: number) =>
  `#${id} was worked on since, so it stays. Merge it into this task instead.`;
export const changedFieldsStay = "A field that was changed since stays here as it is.";
export const emptiedFieldsStay = "A field that was emptied since stays empty.";
export const notMergedIntoItself = "A task cannot be merged into itself.";
export const isASubTaskOf = (id: number, parent: number) =>
  `#${id} is a sub-task of #${parent}. Remove it there first.`;
export const hasSubTasksAndIsOne = (source: number, target: number) =>
  `#${source} has sub-tasks, and #${target} is a sub-task itself, so it cannot take them.`;
export const tooManySubTasks = (id: number, count: number, most: number) =>
  `#${id} would have ${count} sub-tasks; a task has at most ${most}. Remove some first.`;
export const tooManyTags = (id: number, count: number, most: number) =>
  `#${id} would have ${count} tags; a task has at most ${most}. Remove some first.`;
export const tooManyInCopy = (id: number, count: number, most: number) =>
  `#${id} would have ${count} people in copy; a task has at most ${most}. Remove some first.`;
export const tooManyItems = (id: number, count: number, most: number) =>
  `#${id} would have ${count} items in its checklist; a task has at most ${most}. Remove some first.`;
export const tooManyFiles = (id: number, count: number, most: number) =>
  `#${id} would have ${count} attachments; a task has at most ${most}. Remove some first.`;
export const tooManyLinks = (id: number, count: number, most: number) =>
  `#${id} would have ${count} links; a task has at most ${most}. Remove some first.`;
export const mergedAlready = (number: number, today: number) =>
  `#${number} was merged into #${today} already. Merge into #${today} instead.`;
export const noPartAnyMore = (source: number) => `#${source} is no part of this task any more.`;
export const draftsMovedOnStay = "A draft that was sent, thrown away or written on since stays here.";
export const statusStaysForReply = (id: string, name: string) =>
  `${id} stays ${name}: a reply that goes back has set that.`;
export const staysConfidential = "It stays confidential, because something was written on it since.";
export const removedTagStays = "A tag that was removed since stays removed.";
export const removedTagsStay = (count: number) => `${count} tags that were removed since stay removed.`;
export const outOfCopyStays = "Who was taken out of copy since stays out.";
export const removedItemsStay = "What was removed from the checklist since stays removed.";
export const removedLinksStay = "A link that was removed since stays removed.";
export const noSubTaskAnyMore = (id: number) => `#${id} is no sub-task any more.`;
export const linkLeadsOutOfSight = "The link leads to a task you cannot see.";
export const theLinkWasRemovedSince = "The link was removed since.";
export const otherIsOutOfSight = "The other task is one you cannot see.";
export const parentWasChanged = "Whose sub-task it is was changed since.";
export const noTargetOfYours = (id: number) => `There is no task #${id} that you work on.`;
export const chooseHowTheyBelong = "Choose how the tasks belong together.";
export const chooseAtMost500Messages = "Choose at most 500 messages.";
export const chooseAtLeastOneSubTask = "Choose at least one sub-task.";
export const subTasksAtMost = (most: number) => `A task has at most ${most} sub-tasks.`;
export const chooseAStatus = "Choose a status.";
export const cannotTakeStatus = (name: string) => `It is ${name}, and cannot take the status you chose.`;
export const otherAnswerWent = "Another answer went to it from this page. Open the page anew to send one more.";
export const sentJustThis = "You have sent just this to it.";
export const lookAgainThenSend = (why: string) => `${why} Send again if you mean to.`;
export const itIsNotThereAnyMore = "It is not there any more.";
export const hasThatStatusAlready = (name: string) => `It is ${name} already.`;
export const statusWasChanged = "Somebody else has changed its status.";
export const itCouldNotBeResolved = "It could not be resolved.";
export const needsBeforeResolved = (fields: string) => `It needs ${fields} before it can be resolved.`;
export const itemsAreNotDone = (count: number) =>
  count === 1
    ? "One item of its checklist is not done. Resolve it by itself."
    : `${count} items of its checklist are not done. Resolve it by itself.`;
export const noSubTaskOfThis = "It is no sub-task of this task any more.";
export const enterTheNumber = "Enter the number of a task.";
export const relatedTo = "related to";
export const duplicateOf = "duplicate of";
export const isDuplicatedBy = "is duplicated by";
export const blockedBy = "blocked by";
export const blocks = "blocks";
export const followUpOf = "follow-up of";
export const isFollowedUpBy = "is followed up by";
export const parent = "Parent";
export const subTask = "Sub-task";
export const mergeLabel = "Merge";
export const splitLabel = "Split";
export const linkLabel = (kind: string) => `Link: ${kind}`;

/* What somebody did in the history: each follows a name. */
export const madeThisASubTaskOf = (other: Piece) => pieces`made this a sub-task of ${other}`;
export const removedThisFromSubTasksOf = (other: Piece) => pieces`removed this from the sub-tasks of ${other}`;
export const addedTheSubTask = (other: Piece) => pieces`added the sub-task ${other}`;
export const removedTheSubTask = (other: Piece) => pieces`removed the sub-task ${other}`;
export const mergedIntoThis = (other: Piece) => pieces`merged ${other} into this`;
export const mergedThisInto = (other: Piece) => pieces`merged this into ${other}`;
export const tookOutAgain = (other: Piece) => pieces`took ${other} out again`;
export const tookThisOutOf = (other: Piece) => pieces`took this out of ${other} again`;
export const splitOff = (other: Piece) => pieces`split ${other} off`;
export const undidTheSplitInto = (other: Piece) => pieces`undid the split into ${other}`;
export const splitThisFrom = (other: Piece) => pieces`split this from ${other}`;
export const addedALink = (kind: string, other: Piece) => pieces`added a link: ${kind} ${other}`;
export const removedALink = (kind: string, other: Piece) => pieces`removed a link: ${kind} ${other}`;

/* What was taken back: each follows "Taken back:". */
export const theSplitInto = (task: string) => `the split into ${task}`;
export const theMergeOf = (task: string) => `the merge of ${task}`;
export const theLink = (kind: string, task: string) => `the link “${kind} ${task}”`;
export const asSubTaskOf = (task: string) => `sub-task of ${task}`;
export const theParent = (task: string) => `the parent ${task}`;

export const wouldBeACircle = (other: number, kind: string, task: number) =>
  `That would be a circle: #${other} is, directly or through others, ${kind} #${task}.`;
export const wasMergedInto = (id: number, into: number) => `#${id} was merged into #${into}.`;
export const enterANumberSuchAs = "Enter the number of a task, such as #1042.";
export const goesToPerson = (name: string, email: string) => `${name} ${email}`;
export const noAddress = "no e-mail address";
export const goesToDisabled = (name: string, email: string) => `${name} ${email} (account disabled)`;
