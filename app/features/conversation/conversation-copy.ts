import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";
import type { EmailMark } from "./messages/message-email";

/* Product copy for the conversation. docs/decisions/0020 says how to add to it. */
export const tooManyRequests = (most: number) =>
  `You've sent ${most} requests in the last hour. Wait before you send another.`;
export const tooManyMessages = (most: number) =>
  `You've sent ${most} messages in the last hour. Wait before you send another.`;
export const attachedFiles = "Attached files";
export const files = "Files";
export const filesHint = (count: number, eachMib: number) => `Up to ${count} files, each up to ${eachMib} MiB.`;
export const dropOrPasteHint = "You can also drop them here, or paste an image.";
export const attachFiles = "Attach files";
export const writingTips = "Formatting and files";
export const remove = "Remove";
export const fileWasRemoved = "A file was removed";
export const tooManyFiles = (files: number, most: number) =>
  files - most === 1
    ? `You added ${files} files; a message can have up to ${most}. Remove 1 and send it in another message.`
    : `You added ${files} files; a message can have up to ${most}. Remove ${files - most} and send them in another message.`;
export const edited = "Edited";
export const earlierVersions = "Earlier versions";
export const untilTime = (at: ReactNode) => sentence`until ${at}`;
export const edit = "Edit";
export const redact = "Redact";
export const actionsFor = (author: string, at: ReactNode) => sentence`Actions for ${author}'s message, ${at}`;
export const yourNote = "Your note";
export const linkToMessage = "Link to this message";
export const showQuotedText = "Show quoted text";
export const emailMarks = {
  automatic: "Automatic email",
  outsider: "From someone outside this conversation",
  encrypted: "Encrypted",
  cut: "Shortened here; the original is complete",
  remote_images: null,
  unverified: "Sender not verified",
  forwarded: "Forwarded by email",
  thanks: "Counted as a thank-you",
} satisfies Record<EmailMark, string | null>;
export const datedOn = (day: ReactNode) => sentence`dated ${day}`;
export const picturesNotLoaded = "Remote images aren't loaded.";
export const loadRemotePictures = "Load remote images";
export const moreFiles = (count: number) => (count === 1 ? "1 more file" : `${count} more files`);
export const internalNote = "Internal note";
/** Stored in the message, in the desk's language. */
export const redactedByOn = (name: string, day: string) => `Redacted by ${name} on ${day}`;
export const draftChangedElsewhere = (at: ReactNode) =>
  sentence`You saved another version of this draft on another page ${at}, so nothing was changed here.`;
export const saveOrUseVersion = (useIt: ReactNode) =>
  sentence`Your text is still in the form. Save it to replace that version, or ${useIt}.`;
export const thatVersionInstead = "use that version";
export const saveDraft = "Save draft";
export const stopSharing = "Stop sharing";
export const shareWithColleagues = "Share draft";
export const draftSavedAt = (at: ReactNode) => sentence`Draft saved ${at}`;
export const deleteDraft = "Delete draft";
export const saveDraftFirst = "Save a draft before you use another form on this page.";
export const draftWasDeleted = {
  reply: (saved: ReactNode) => sentence`A draft of a reply, saved ${saved}, was deleted`,
  note: (saved: ReactNode) => sentence`A draft of a note, saved ${saved}, was deleted`,
  task: (saved: ReactNode) => sentence`A draft, saved ${saved}, was deleted`,
};
export const undo = "Undo";
export const undoDeletionOfDraft = {
  reply: "Undo: restore the deleted draft of a reply",
  note: "Undo: restore the deleted draft of a note",
  task: "Undo: restore the deleted draft",
};
export const draftOf = (name: string, saved: ReactNode) => sentence`${name}'s draft, ${saved}`;
export const takeOver = "Take over";
export const takeOverDraftOf = (name: string) => `Take over ${name}'s draft`;
export const savedOnlyInBrowser = "Saved only in this browser. Copy it before you leave this page.";
export const yourReply = "Your reply";
export const yourReplyToSubTasks = "Your reply to all sub-tasks";
export const draftTooLong = (most: string) => `A draft can have at most ${most} characters.`;
export const draftDeleted = "Draft deleted";
export const nothingToSaveYet = "There's nothing to save yet";
export const draftIsShared = "Your colleagues can read this draft";
export const draftIsPrivate = "Only you can read this draft";
export const draftSaved = "Draft saved";
export const draftSavedOldestDeleted = (most: number) =>
  `Draft saved. You had ${most} drafts, so the oldest was deleted`;
export const severalPeopleNamed = (name: string, addresses: string) =>
  `Several people are called ${name}. Write ${addresses} instead.`;
export const cannotBeMentioned = (name: string) =>
  `${name} can't access this task, so you can't mention them. Write the name without the @.`;
export const ambiguousMention = (word: string | undefined, names: string) =>
  `@${word} could be ${names}. Write the full name after the @.`;
export const preview = "Preview";
export const nothingToPreviewYet = "There's nothing to preview yet.";
export const markdownHint = "Markdown works: **bold**, lists, tables, `code`.";
export const markdownAndMentionsHint = (markdown: string) => `${markdown} Type @Name to mention a colleague.`;
export const conversation = "Conversation";
export const showOlderMessages = "Show older messages";
export const goToTheNewest = "Go to the newest";
export const onBehalfOf = (name: string) => `on behalf of ${name}`;
export const splitInto = (link: ReactNode) => sentence`Split into ${link}`;
export const showNewerMessages = "Show newer messages";
export const showTheNewest = "Show the newest";
export const newMessageArrived =
  "A new message arrived above while you were writing. Read it, then edit your reply or send it unchanged.";
export const duplicateNote = (message: (words: string) => ReactNode, at: ReactNode) =>
  sentence`You already added ${message("this note")} ${at}. Add it again only if you mean to.`;
export const duplicateReply = (message: (words: string) => ReactNode, at: ReactNode) =>
  sentence`You already sent ${message("this reply")} ${at}. Send it again only if you mean to.`;
export const personAt = (name: string, email: string) => `${name} (${email})`;
export const readersChanged = (people: string) =>
  people === ""
    ? "The people who can read your reply changed while you were writing. Your reply now goes to no one."
    : `The people who can read your reply changed while you were writing. Your reply now goes to ${people}.`;
export const colleaguesCanRead = "The requester's colleagues can also read this reply.";
export const managersCanRead = "Managers of the requester's organization can also read this reply.";
export const noEmailAddress = "no email address";
export const accountDisabled = "(account disabled)";
export const goesTo = "Goes to:";
export const sendsAt = (until: string) => `Sends at ${until}`;
export const notSentYet = "Not sent yet";
export const canStillWithdraw = (author: string) => `${author} can still withdraw it`;
export const itsAuthor = "Its author";
export const withdraw = "Withdraw";
export const sendNow = "Send now";
export const sendsIn = (seconds: number) => `Sends in ${seconds} s`;
export const sending = "Sending…";
export const noSuchTask = "This task no longer exists, or you can't access it. Go back to the list.";
export const onlyAuthorWithdraws = "Only the author of a reply can withdraw it.";
export const replyAlreadySent = "That reply was already sent.";
export const replyAlreadyWithdrawn = "That reply was already withdrawn.";
export const notSentReadersChanged =
  "Not sent: the people who can read this task changed. Your reply is a draft again. Check who it goes to, then send it.";
export const notWithdrawnTooLong =
  "Not withdrawn: your current text is too long for a draft. Go back and shorten it first.";
