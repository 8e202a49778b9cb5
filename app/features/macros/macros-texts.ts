import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const aReplyToWhoeverAsked = "A reply to whoever asked";
export const anInternalNote = "An internal note";
export const noText = "No text";
export const name = "Name";
export const whoHasIt = "Who has it";
export const onlyMe = "Only me";
export const theTeam = (name: string) => `The team ${name}`;
export const everyoneWhoWorksOnTasks = "Everyone who works on tasks";
export const whatItWrites = "What it writes";
export const text = "Text";
export const whatIsFilledIn = "What is filled in";
export const howToFillIn = (code: ReactNode) =>
  sentence`A word in two pairs of braces is filled in for each task. Behind a bar stands what is written where there is nothing to fill in: ${code}. Without it such a text is not sent.`;
export const exampleOfFilledIn = "Hello {{requester.first_name|there}}";
export const whatItChanges = "What it changes";
export const editMacro = "Edit macro";
export const macroChanged = "Macro changed";
export const deleteMacro = "Delete macro";
export const macro = "Macro";
export const saveMacro = "Save macro";
export const cancel = "Cancel";
export const newMacro = "New macro";
export const macroSaved = "Macro saved";
export const macros = "Macros";
export const whatMacrosAre = "Texts and changes that are used again and again, chosen on the page of a task.";
export const whyMacros = "An answer that is often given needs to be written once.";
export const noMacrosYet = "No macros yet";
export const whatItDoes = "What it does";
export const changeTask = "Change task";
export const yourReply = "Your reply";
export const yourNote = "Your note";
export const beginsWithYourDraft = "It begins with what you have written in your draft.";
export const beginsWithDraftAndFiles = "It begins with what you have written in your draft, and its files go along.";
export const sendAnyway = "Send anyway";
export const sendReply = "Send reply";
export const addNote = "Add note";
export const macrosFor = (id: number) => `Macros for #${id}`;
export const taskChanged = "Task changed";
export const nothingWasChanged = "Nothing was changed";
export const withdraw = "Withdraw";
export const replyWillBeSentIn = (seconds: number) =>
  seconds === 1 ? "Your reply will be sent in a second" : `Your reply will be sent in ${seconds} seconds`;
export const anotherMacro = "Another macro";
export const useAMacro = "Use a macro";
export const manageMacros = "Manage macros";
export const replySent = "Reply sent";
export const noteAdded = "Note added";
export const sentAMomentAgo = "You have sent just this a moment ago.";
export const newMessageMeanwhile = "Somebody has written a new message meanwhile.";
export const sentSomethingElse = "Something else was sent from this page before. Open the task again.";
export const hasWorkLeft = "It has open sub-tasks or unticked items. Resolve it on its own page.";
export const cannotBecomeThat = (name: string) => `${name} cannot become that status. Choose another one.`;
export const nothingWasSent = "Nothing was sent. Send it from the task's own page.";
export const noSuchWord = (slip: string) => `There is no ${slip}. See below what is filled in.`;
export const enoughMacros = (most: number) => `There are ${most} such macros already. Delete one first.`;
export const textAtMost = (most: string) => `A text has at most ${most} characters.`;
export const giveItAName = "Give it a name.";
export const nameAtMost = (most: number) => `A name has at most ${most} characters.`;
export const chooseWhatTheTextIs = "Choose what the text is.";
export const writeTheText = "Write the text.";
export const changeSomething = "Without a text it has to change something.";
export const writeSomethingFirst = "Write something first.";
export const aMacroWasRefused = "A macro was refused.";
export const macroDeleted = (name: string) => `Macro ${name} deleted`;
export const macroBroughtBack = "Macro brought back";
/* What a text may name. */
export const firstNameOfRequester = "first name of whoever asked";
export const nameOfRequester = "whole name of whoever asked";
export const titleOfTheTask = "title of the task";
export const addressOfTheTask = "address of the task";
export const yourName = "your name";
export const teamOfTheTask = "team of the task";
export const fieldOfTheTask = "a field of the task, by its key";

export const isUnknownHere = (variable: string) =>
  `${variable} is empty or unknown here. Write something in the place of it.`;
/** `more`: the last of them, `variables` the others, divided by commas. */
export const areUnknownHere = (variables: string, more: string) =>
  `${variables} and ${more} are empty or unknown here. Write something in the place of them.`;
export const neededToBeResolved = (fields: string) => `To be resolved it needs ${fields}.`;
export const aReply = "Reply";
export const internalNote = "Internal note";
export const teamNamed = (team: string | undefined) => `Team ${team}`;
export const everyone = "Everyone";
export const undo = "Undo";
export const macroWasChanged = "This macro was changed since you opened it, so nothing was saved. It now reads:";
export const saveToReplaceIt = "Your version is still in the form. Save it to replace the newer one.";
