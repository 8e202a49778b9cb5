import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const replyToRequester = "Reply to the requester";
export const internalNoteChoice = "Internal note";
export const noText = "No message";
export const name = "Name";
export const sharedWith = "Shared with";
export const messageType = "Message type";
export const text = "Text";
export const whatIsFilledIn = "Variables";
export const variablesHint = (code: ReactNode) =>
  sentence`Variables in double braces are filled in for each task. Text after | is used when the value is empty: ${code}. Without a fallback, a message with an empty variable isn't sent.`;
export const variablesExample = "Hello {{requester.first_name|there}}";
export const actions = "Actions";
export const editMacro = "Edit macro";
export const macroSaved = "Macro saved";
export const deleteMacro = "Delete macro";
export const macro = "Macro";
export const saveMacro = "Save macro";
export const cancel = "Cancel";
export const newMacro = "New macro";
export const addMacro = "Add macro";
export const macroCreated = "Macro added";
export const macros = "Macros";
export const aboutMacros = "Saved messages and actions that you can use on any task.";
export const noMacrosHint = "Save a reply you send often, then use it on any task.";
export const noMacrosYet = "No macros yet";
export const contents = "Contents";
export const changeTask = "Change task";
export const yourReply = "Your reply";
export const yourNote = "Your note";
export const startsWithYourDraft = "Starts with your draft.";
export const startsWithDraftAndFiles = "Starts with your draft and includes its files.";
export const sendAnyway = "Send anyway";
export const sendReply = "Send reply";
export const addNote = "Add note";
export const macrosFor = (id: number) => `Macros for #${id}`;
export const taskChanged = "Task changed";
export const nothingWasChanged = "Nothing was changed";
export const withdraw = "Withdraw";
export const replyWillBeSentIn = (seconds: number) =>
  seconds === 1 ? "Your reply will be sent in 1 second" : `Your reply will be sent in ${seconds} seconds`;
export const anotherMacro = "Another macro";
export const macroPageTitle = "Use a macro";
export const manageMacros = "Manage macros";
export const replySent = "Reply sent";
export const noteAdded = "Note added";
export const alreadySent = "You sent this same message a moment ago. Send it again only if you mean to.";
export const newMessageMeanwhile =
  "A new message has arrived since you opened this page. Read it before you send yours.";
export const otherMessageSent = "You already sent something else from this page. Open the task again.";
export const hasOpenItems = "This task has open sub-tasks or unticked checklist items. Open it to resolve it.";
export const cannotMoveToStatus = (name: string) =>
  `A task can't move from ${name} to that status. Choose another status.`;
export const nothingWasSent = "Nothing was sent. Open the task and send your message there.";
export const noSuchVariable = (slip: string) => `“${slip}” isn't a variable. Use one from the list below.`;
export const macroLimitReached = (most: number) => `You've reached the limit of ${most} macros. Delete a macro first.`;
export const textTooLong = (most: string) => `The text can have at most ${most} characters.`;
export const enterAName = "Enter a name.";
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const chooseAMessageType = "Choose a message type.";
export const enterTheText = "Enter the text.";
export const addTextOrAction = "Add text or at least one action.";
export const enterMessage = "Enter a message.";
export const macroDeleted = (name: string) => `Macro ${name} deleted`;
export const macroRestored = "Macro restored";
/* Descriptions of variables. */
export const requesterFirstName = "requester's first name";
export const requesterFullName = "requester's full name";
export const taskNumber = "task number";
export const taskTitle = "task title";
export const taskLink = "link to the task";
export const yourName = "your name";
export const taskTeam = "task's team";
export const taskField = "custom field, by its key";

export const unknownVariable = (variable: string) =>
  `“${variable}” is empty or unknown here. Replace it with your own text.`;
/** `variables`: two or more, such as "“{{a}}” and “{{b}}”". */
export const unknownVariables = (variables: string) =>
  `${variables} are empty or unknown here. Replace them with your own text.`;
export const neededToResolve = (fields: string) => `Fill in ${fields} before resolving.`;
export const aReply = "Reply";
export const internalNote = "Internal note";
export const undo = "Undo";
export const macroChangedMeanwhile =
  "Someone else changed this macro while you were editing. Nothing was saved. Current version:";
export const saveToReplaceNewer = "Your version is still in the form. Save it to replace the newer one.";
