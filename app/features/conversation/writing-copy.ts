import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/* Copy for writing and correcting messages. Loads with the code that uses it, not with every task. */

export const removeNamed = (name: string) => `Remove ${name}`;
export const tryAgain = "Try again";
export const tryNamedAgain = (name: string) => `Try ${name} again`;
export const uploading = (name: string) => `Uploading ${name}`;
export const cancel = "Cancel";
export const cancelNamed = (name: string) => `Cancel ${name}`;
export const isAttached = (name: string) => `${name} is attached`;
export const sendsAfterUpload = "Sends as soon as the files are uploaded.";
export const fileRemoved = "File removed";
export const fileNotRemoved = "The file couldn't be removed. Try again.";
export const notSentRetryFile = "Not sent yet. Retry the failed file or remove it.";
export const notSentNotAttached = (names: string, count: number) =>
  count === 1 ? `Not sent yet: ${names} wasn't attached.` : `Not sent yet: ${names} weren't attached.`;
export const send = "Send";
export const sendWithoutFiles = (send: string, count: number) =>
  count === 1 ? `${send} without the file` : `${send} without the files`;
export const sessionEnded = "Your session has ended. Sign in again in another tab, then try again.";
export const cannotReachServer = "Can't reach the server. Check your connection and try again.";
export const uploadFailed = "The upload failed. Try again.";
export const fileTooLarge = (name: string, mib: number) =>
  `“${name}” wasn't attached: it's too large. Files can be up to ${mib} MiB each.`;
export const filesTooLarge = (name: string, mib: number) =>
  `“${name}” wasn't attached: files sent together can total up to ${mib} MiB. Send it separately.`;
export const tooManyFiles = (name: string, most: number) =>
  `“${name}” wasn't attached: a message can have up to ${most} files. Send it in another message.`;
export const fileLimitReached = (name: string, most: number) =>
  `“${name}” wasn't attached: this conversation already has ${most} files, the most it can have. Send a link instead.`;
export const draftFileLimitReached = (name: string, most: number) =>
  `“${name}” wasn't attached: your drafts from the last 24 hours, deleted ones included, already have ${most} files. Try again tomorrow.`;
export const dailyUploadLimitReached = (name: string, mib: number) =>
  `“${name}” wasn't attached: your unsent files from the last 24 hours can total up to ${mib} MiB. Send or remove some first.`;
export const fileIsEmpty = (name: string) =>
  `“${name}” wasn't attached: it's empty. Check the file and choose it again.`;
export const storageUnavailable = (name: string) =>
  `“${name}” wasn't attached: file storage isn't working right now. Try again later, or tell an admin.`;
export const diskIsFull = (name: string) =>
  `“${name}” wasn't attached: the server's disk is full. Ask an admin to free up space.`;
export const editNoteOnTask = (taskId: number, title: string) => `Edit note on #${taskId} ${title}`;
export const editNote = "Edit note";
export const editNoteOn = (taskId: number) => `Edit note on #${taskId}`;
export const currentNoteVersion = "Current version of the note";
export const currentVersion = "Current version";
export const earlierVersionsHint = "Other agents can still read earlier versions.";
export const saveNote = "Save note";
export const noteChanged = "Note changed";
export const nothingWasChanged = "Nothing was changed";
export const noteChangedMeanwhile =
  "This note changed while you were editing it. Save again to replace the current version.";
export const redactMessage = "Redact message";
export const redactThisMessageIn = (taskId: number) => `Redact this message in #${taskId}?`;
export const redactionWarning =
  "Permanently deletes the message's text, earlier versions and files, and removes them from search. You can't undo this. The task still shows that a message was redacted.";
export const redactThisMessage = "Redact this message";
export const redactOnlyFiles = "Or redact only files and keep the message";
export const redactTheseFiles = "Redact these files";
export const filesRedacted = "Files redacted";
export const messageRedacted = "Message redacted";
export const onlyAuthorEdits = "Only the author can edit a note.";
export const noteIsFinal = "This note is more than 24 hours old, so it can't be edited. Add a new note instead.";
export const replySent = "Reply sent";
export const tooLongForDraft = (words: string) => `${words} Your text is too long to save as a draft.`;
export const notSentDraftAgain = "Not sent: your reply is a draft again";
export const notSavedNoServer = "Not saved: the server can't be reached. Your text is kept in this browser.";
export const notSavedTooLong = "Not saved: the text is too long. Shorten it.";
export const notSavedSignedOut = "Not saved: you're signed out. Your text is kept in this browser.";
export const notSavedOtherPerson = "Not saved: a different person is signed in now. Sign in again as yourself.";
export const notSavedDeleted = "Not saved: the draft was deleted elsewhere. Your text is kept in this browser.";
export const notSavedTaskGone =
  "Not saved: this page was deleted or you lost access. Your text is kept in this browser.";
export const saving = "Saving…";
export const savedAt = (time: string) => `Saved ${time}`;
export const otherDraftElsewhere = (at: string, text: ReactNode) =>
  sentence`Another draft was saved elsewhere at ${at}: ${text}`;
export const otherDraftInBrowser = (at: string, text: ReactNode) =>
  sentence`Another draft was saved in this browser at ${at}: ${text}`;
export const thatDraftInstead = "Use that draft";
export const keepThisDraft = "Keep this draft";
export const mentionSuggestions = (count: number) =>
  count === 1 ? "1 colleague to mention" : `${count} colleagues to mention`;
export const colleagues = "Colleagues";
export const previewFailed = "The preview failed. Your text is still here, so you can try again.";
