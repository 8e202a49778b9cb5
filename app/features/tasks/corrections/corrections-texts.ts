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
export const theNoteAsItStandsNow = "The note as it stands now";
export const asItStandsNow = "As it stands now";
export const earlierVersionsStay = "Colleagues can still read what it said before.";
export const saveNote = "Save note";
export const cancel = "Cancel";
export const noteChanged = "Note changed";
export const nothingWasChanged = "Nothing was changed";
export const noteWasChanged = "This note was changed elsewhere meanwhile. Save again to replace what stands there now.";
export const redactMessage = "Redact message";
export const redactThisMessageOf = (taskId: number) => `Redact this message of #${taskId}?`;
export const whatRedactionDestroys =
  "Its text, its earlier versions and its files are destroyed, here and in the search. This cannot be undone. A line saying that a message was removed stays.";
export const taskdesk = "Taskdesk";
export const internalNote = "Internal note";
export const redactThisMessage = "Redact this message";
export const files = "Files";
export const orOnlyItsFiles = "Or only files of it; the message stays";
export const redactTheseFiles = "Redact these files";
export const filesRedacted = "Files redacted";
export const messageRedacted = "Message redacted";
export const onlyWritersChange = "Only who wrote a note can change it.";
export const noteIsFinal = "A note can be changed for 24 hours after it was written. Add another one.";
export const replySent = "Reply sent";
export const tooLongForADraft = (words: string) => `${words} What you were writing is too long for a draft.`;
export const notSentIsADraft = "Not sent: your reply is a draft again";
/** Written into the message, in the language of the desk. */
export const redactedByOn = (name: string, day: string) => `Redacted by ${name} on ${day}`;
export const aFileWasRemoved = "A file was removed";
