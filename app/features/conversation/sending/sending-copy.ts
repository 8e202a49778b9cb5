import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const newMessageArrived =
  "A new message arrived above while you were writing. Read it, then change your reply or send it as it is.";
export const addedAlready = (message: (words: string) => ReactNode, at: ReactNode) =>
  sentence`You already added ${message("this note")} ${at}. Add it again only if you mean to.`;
export const sentAlready = (message: (words: string) => ReactNode, at: ReactNode) =>
  sentence`You already sent ${message("this reply")} ${at}. Send it again only if you mean to.`;
export const personAt = (name: string, email: string) => `${name} (${email})`;
export const otherReaders = (people: string) =>
  people === ""
    ? "The people who can read this changed while you were writing. It now goes to no one."
    : `The people who can read this changed while you were writing. It now goes to ${people}.`;
export const colleaguesRead = "Colleagues of the requester can read it too.";
export const managersRead = "Managers of the requester's organization can read it too.";
export const noEMailAddress = "no email address";
export const accountDisabled = "(account disabled)";
export const goesTo = "Goes to:";
export const sendsAt = (until: string) => `Sends at ${until}`;
export const notSentYet = "Not sent yet";
export const canStillWithdraw = (author: string) => `${author} can still withdraw it`;
export const itsAuthor = "Its author";
export const withdraw = "Withdraw";
export const sendNow = "Send now";
export const youCreatedTheSame = (task: ReactNode, at: ReactNode) =>
  sentence`You created ${task} with the same text ${at}. Create another one only if you mean to.`;
export const sendsIn = (seconds: number) => `Sends in ${seconds} s`;
export const sending = "Sending …";
export const noSuchTask = "There is no such task.";
export const onlyItsWriterWithdraws = "Only the author of a reply can withdraw it.";
export const replyWasSentAlready = "That reply was sent already.";
export const replyWasWithdrawnAlready = "That reply was withdrawn already.";
export const notSentOtherReaders =
  "Not sent: the people who can read this task changed. Your reply is a draft again. Check who it goes to, then send it.";
export const notWithdrawnTooLong =
  "Not withdrawn: the text you're writing is too long for a draft. Go back and shorten it first.";
