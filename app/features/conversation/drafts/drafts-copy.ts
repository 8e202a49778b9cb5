import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const anotherWasSavedElsewhere = (at: string, text: ReactNode) =>
  sentence`Another draft was saved elsewhere at ${at}: ${text}`;
export const anotherIsKeptHere = (at: string, text: ReactNode) =>
  sentence`Another draft was saved in this browser at ${at}: ${text}`;
export const useThatOne = "Use that draft";
export const keepThisOne = "Keep this draft";
export const draftChangedElsewhere = (at: ReactNode) =>
  sentence`You saved another version of this draft on another page ${at}, so nothing was changed here.`;
export const saveAgainOr = (useIt: ReactNode) =>
  sentence`Your text is still in the form. Save it to replace that version, or ${useIt}.`;
export const useThatVersion = "use that version";
export const saveDraft = "Save draft";
export const stopSharing = "Stop sharing";
export const shareWithColleagues = "Share with colleagues";
export const draftSavedAt = (at: ReactNode) => sentence`Draft saved ${at}`;
export const deleteDraft = "Delete draft";
export const saveBeforeOtherForms = "Save a draft before you use another form on this page.";
/* By what was begun. */
export const draftWasDeleted = {
  reply: (saved: ReactNode) => sentence`A draft of a reply, saved ${saved}, was deleted`,
  note: (saved: ReactNode) => sentence`A draft of a note, saved ${saved}, was deleted`,
  task: (saved: ReactNode) => sentence`A draft of a new task, saved ${saved}, was deleted`,
};
export const undo = "Undo";
export const undoDeletionOfDraft = {
  reply: "Undo: restore the deleted draft of a reply",
  note: "Undo: restore the deleted draft of a note",
  task: "Undo: restore the deleted draft of a new task",
};
export const draftOf = (name: string, saved: ReactNode) => sentence`Draft of ${name}, ${saved}`;
export const takeOver = "Take over";
export const takeOverDraftOf = (name: string) => `Take over the draft of ${name}`;
export const browserKeptIt = "Saved only in this browser. Copy it before you leave this page.";
export const yourReply = "Your reply";
export const yourNote = "Your note";
export const yourAnswerToAllSubTasks = "Your answer to all sub-tasks";
export const notSavedNoServer = "Not saved: the server can't be reached. Your text is kept in this browser.";
export const notSavedTooLong = "Not saved: the text is too long.";
export const notSavedSignedOut = "Not saved: you're signed out. Your text is kept in this browser.";
export const notSavedSomebodyElse = "Not saved: a different person is signed in now.";
export const notSavedDeleted = "Not saved: the draft was deleted elsewhere. Your text is kept in this browser.";
export const notSavedTaskIsGone =
  "Not saved: the task was deleted or you lost access. Your text is kept in this browser.";
export const draftAtMost = (most: string) => `A draft has at most ${most} characters.`;
export const draftDeleted = "Draft deleted";
export const nothingToSaveYet = "There is nothing to save yet";
export const colleaguesReadIt = "Your colleagues can read this draft";
export const onlyYouReadIt = "Only you can read this draft";
export const draftSaved = "Draft saved";
export const draftSavedOldestDeleted = (most: number) => `Draft saved. You had ${most}, so the oldest was deleted`;
export const saving = "Saving…";
export const savedAt = (time: string) => `Saved ${time}`;
