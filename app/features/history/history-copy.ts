import { pieces } from "~/features/tasks/history-sentence";

/** User-facing copy; docs/decisions/0020 explains how to add to it. */

export const historyOfMerged = (of: number) => `History of #${of}, merged into this`;
export const history = "History";
export const historyOf = (taskId: number) => `History of #${taskId}`;
export const listsWithThisTask = "Views that include this task";
export const showEarlier = "Show earlier";
export const showTheNewest = "Show the newest";
export const undo = "Undo";
export const someone = "Someone";
export const and = "and";
export const madeSeveralChanges = "made several changes:";
export const undidOwnChange = "undid their own change:";
export const undidChangeBy = (name: string) => `undid a change by ${name}:`;
export const imported = "imported";
export const bulkChange = "bulk change";
export const byRule = (name: string, reason: string) => `by rule "${name}" because ${reason}`;
export const undoneBy = (name: string) => `undone by ${name}`;
export const partlyUndoneBy = (name: string) => `partly undone by ${name}`;
/* Each follows a person's name. */
export const createdTheTask = () => pieces`created the task`;
export const replied = () => pieces`replied`;
export const addedANote = () => pieces`added an internal note`;
export const updatedTheTask = () => pieces`updated the task`;
export const leftStatus = (is: string, was: string) =>
  pieces`left Status at ${{ is }} instead of ${{ was }}: the task had changed before the reply was sent`;
export const returnedReply = (to: string) =>
  pieces`turned a reply by ${{ text: to }} back into a draft: the people who can read this task had changed`;
export const editedANote = () => pieces`edited an internal note`;
export const redactedAMessage = () => pieces`redacted a message`;
export const redactedFiles = () => pieces`redacted files in a message`;
export const markedAsConfidential = () => pieces`marked the task as confidential`;
export const removedConfidentialMark = () => pieces`marked the task as not confidential`;
export const endedTheSnooze = () => pieces`ended the snooze`;
export const deletedForGood = () => pieces`permanently deleted the task`;
export const movedToTrash = () => pieces`moved the task to the trash`;
export const markedAsSpam = () => pieces`marked the task as spam`;
export const markedAsNotSpam = () => pieces`marked the task as not spam`;
export const restoredFromTrash = () => pieces`restored the task from the trash`;
export const setTo = (name: string, is: string) => pieces`set ${name} to ${{ is }}`;
export const removed = (name: string, was: string) => pieces`removed ${name} ${{ was }}`;
export const changedFromTo = (name: string, was: string, is: string) =>
  pieces`changed ${name} from ${{ was }} to ${{ is }}`;
export const addedTo = (name: string, is: string) => pieces`added ${{ is }} to ${name}`;
export const removedFrom = (name: string, was: string) => pieces`removed ${{ was }} from ${name}`;
export const addedAndRemoved = (name: string, is: string, was: string) =>
  pieces`added ${{ is }} to ${name} and removed ${{ was }}`;
export const addedTheItem = (text: string) => pieces`added the item ${{ text }}`;
export const removedTheItem = (text: string) => pieces`removed the item ${{ text }}`;
export const ticked = (text: string) => pieces`ticked ${{ text }}`;
export const unticked = (text: string) => pieces`unticked ${{ text }}`;
export const changedTheItem = (before: string, text: string) =>
  pieces`changed the item ${{ text: before }} to ${{ text }}`;
export const removedFromCopy = (was: string) => pieces`removed ${{ was }} from copy`;
export const addedToCopy = (is: string) => pieces`added ${{ is }} in copy`;
export const addedWatcher = (is: string) => pieces`added ${{ is }} as a watcher`;
export const removedWatcher = (was: string) => pieces`removed ${{ was }} as a watcher`;

export const statusStaysFieldsMissing = (name: string) =>
  `Status stays ${name}: a resolved task can't have empty required fields.`;
export const fieldWasChanged = (label: string) => `${label} has changed since then and keeps its new value.`;
export const statusStays = (is: string, was: string) => `Status stays ${is}: it can't go back to ${was}.`;
export const statusStaysAnswered = (status: string) =>
  `Status stays ${status}: the task has been answered, so it isn't new.`;
export const statusStaysAssigned = (status: string) =>
  `Status stays ${status}: the task now has an assignee, so it isn't new.`;
export const alreadyAsBefore = (fields: string) => `Already undone: ${fields}.`;
export const changedSinceStays = (field: string, value: string) =>
  `${field} has changed since then and stays ${value}.`;
export const changedSinceStaysEmpty = (field: string) => `${field} has changed since then and stays empty.`;
export const fieldStaysBecause = (field: string, why: string) => `${field} stays: ${why}`;

export const snoozed = (id: number, until: string) => `#${id} snoozed until ${until}`;
export const fieldSet = (field: string, id: number, value: string) => `${field} of #${id} set to ${value}`;
export const fieldRemoved = (field: string, id: number) => `${field} of #${id} removed`;
/** Follow the words of the change that caused them. */
export const effect = (field: string, value: string) => `${field}: ${value}`;
export const effectRemoved = (field: string) => `${field} removed`;
export const fieldsChanged = (fields: string, id: number) => `${fields} of #${id} changed`;
export const changeCount = (count: number, isPart: boolean) =>
  isPart ? `${count}+ changes` : count === 1 ? "1 change" : `${count} changes`;
