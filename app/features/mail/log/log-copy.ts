/** Product copy. docs/decisions/0020 says how to add to it. */

export const emailLog = "Email log";
export const aboutLog = "Every message received, and how it was handled.";
export const quarantine = "Quarantine";
export const aboutQuarantine = "Messages held for review. Senders aren't notified.";
export const time = "Time";
export const from = "Sender";
export const subject = "Subject";
export const address = "Address";
export const outcome = "Outcome";
export const reason = "Reason";
export const source = "Source";
export const task = (number: number) => `#${number}`;
export const anyOutcome = "Any outcome";
export const anyAddress = "Any address";
export const sender = "Sender";
export const filter = "Filter";
export const clear = "Clear";
export const noMail = "No messages yet";
export const noMailHint = "Messages sent to your email addresses appear here.";
export const noMatchingMail = "No matching messages";
export const removeAFilter = "Remove a filter to see more messages.";
export const nothingWaits = "Nothing in quarantine";
export const nothingWaitsHint = "Messages held for review appear here.";
export const noSubject = "No subject";
export const noSender = "No sender";
export const downloadSource = "Download source";
export const download = "Download";
export const ofMessage = (subject: string) => `: “${subject}”`;
export const inQuarantine = "In quarantine";
export const namedAddress = (name: string, address: string) => `${name} <${address}>`;
export const fromTo = (sender: string, address: string) => `From ${sender} to ${address},`;
export const processNow = "Process now";
export const alwaysAllow = "Always allow";
export const blockSender = "Block sender";
export const dismiss = "Dismiss";
export const undo = "Undo";

/** Outcomes, in the order of the filter. */
export const outcomes = {
  waiting: "Not processed yet",
  task: "New task",
  reply: "Reply",
  automatic: "Automatic message",
  bounce: "Bounce",
  duplicate: "Duplicate",
  ignored: "Ignored",
  quarantined: "Quarantined",
} as const;

export const releasedMail = "Processing the message again";
export const allowedSender = (sender: string) => `${sender} is now always allowed. Processing the message again`;
export const blockedSender = (sender: string) => `Blocked ${sender}`;
export const dismissedMail = "Dismissed the message. It stays in the email log";
export const returned = "Returned the message to quarantine";
export const handledMeanwhile = "This message is no longer in quarantine. Find it in the email log.";
export const hasNoSender = "This message has no sender to allow or block. Process it or dismiss it.";
export const processedMeanwhile = "The message was already processed. Find it in the email log.";
export const processedAs = (task: number) =>
  `The message was already processed and belongs to #${task}. Change that task instead.`;
export const processedAsNew = (task: number) => `The message was already processed as #${task}.`;
export const moveToTrash = "Move to trash";
export const sourceWasRemoved = "The source of this message was removed.";
