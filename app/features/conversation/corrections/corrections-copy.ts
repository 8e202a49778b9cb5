import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const edited = "Edited";
export const earlierVersions = "Earlier versions";
export const untilThen = (at: ReactNode) => sentence`until ${at}`;
export const edit = "Edit";
export const redact = "Redact";
export const editNoteOnTask = (taskId: number, title: string) => `Edit note on #${taskId} ${title}`;
export const editNote = "Edit note";
export const editNoteOn = (taskId: number) => `Edit note on #${taskId}`;
export const yourNote = "Your note";
export const theNoteAsItStandsNow = "Current version of the note";
export const asItStandsNow = "Current version";
export const earlierVersionsStay = "Other agents can still read earlier versions.";
export const saveNote = "Save note";
export const cancel = "Cancel";
export const noteChanged = "Note changed";
export const nothingWasChanged = "Nothing was changed";
export const noteWasChanged = "This note changed while you were editing it. Save again to replace the current version.";
export const redactMessage = "Redact message";
export const redactThisMessageOf = (taskId: number) => `Redact this message in #${taskId}?`;
export const whatRedactionDestroys =
  "Permanently deletes its text, earlier versions and files, in search too. You can't undo this. A line saying that a message was removed stays.";
export const taskdesk = "Taskdesk";
export const internalNote = "Internal note";
export const redactThisMessage = "Redact this message";
export const files = "Files";
export const orOnlyItsFiles = "Or redact only files and keep the message";
export const redactTheseFiles = "Redact these files";
export const filesRedacted = "Files redacted";
export const messageRedacted = "Message redacted";
export const onlyWritersChange = "Only the author can edit a note.";
export const noteIsFinal = "A note can be edited for 24 hours. Add a new note instead.";
export const replySent = "Reply sent";
export const tooLongForADraft = (words: string) => `${words} Your text is too long to save as a draft.`;
export const notSentIsADraft = "Not sent: your reply is a draft again";
/** Written into the message, in the language of the desk. */
export const redactedByOn = (name: string, day: string) => `Redacted by ${name} on ${day}`;
export const aFileWasRemoved = "A file was removed";
