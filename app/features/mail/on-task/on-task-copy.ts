import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/* Product copy for mail on the task page. docs/decisions/0020 says how to add to it. */

export const STATES = {
  held: "Held",
  queued: "Waiting to be sent",
  sent: "Sent",
  deferred: "Delayed",
  failed: "Not delivered",
  bounced: "Bounced",
};
/** For one message: `people` is a name, or a name and how many others. */
export const SUMMARIES = {
  held: (people: string) => `Held for ${people}`,
  queued: (people: string) => `Waiting to be sent to ${people}`,
  sent: (people: string) => `Sent to ${people}`,
  deferred: (people: string) => `Delayed for ${people}`,
  failed: (people: string) => `Not delivered to ${people}`,
  bounced: (people: string) => `Bounced for ${people}`,
};
export const nameAndOthers = (name: string, others: number) =>
  others === 0 ? name : others === 1 ? `${name} and 1 other` : `${name} and ${others} others`;
export const whyHeld =
  "Email from this address is paused. It's sent once an admin resumes the address under Settings > Email addresses.";
export const nextTry = (at: ReactNode) => sentence`next try ${at}`;
export const deliveryDetails = (words: string) => `Details: ${words}`;

export const noSuchMailbox = "the mailbox doesn't exist";
export const noSuchDomain = "the domain doesn't exist";
export const mailboxFull = "mailbox full";
export const mailboxDisabled = "the mailbox is disabled";
export const tooLarge = "the message is too large";
export const refusedByServer = "refused by the recipient's server";
export const notReachable = "the recipient's server can't be reached";
export const unknownReason = "the mail server gave no reason";

export const notDelivered = (address: string, reason: string) => `Not delivered to ${address}: ${reason}`;
export const messagesConcerned = (count: number) => `${count} messages are affected.`;
export const retry = "Retry";
export const changeAddress = "Change address";
export const dismiss = "Dismiss";
export const retryTo = (address: string) => `Retry the delivery to ${address}`;
export const changeAddressOf = (address: string) => `Change the address ${address}`;
export const dismissFor = (address: string) => `Dismiss the failed delivery to ${address}`;
export const sendingAgainTo = (address: string) => `Sending again to ${address}`;
export const dismissed = (address: string) => `Dismissed the failed delivery to ${address}`;
export const alreadyHandled = "That delivery was already handled.";
export const mailAllowedTo = (address: string) => `Resumed emails to ${address}`;
export const alreadyAllowed = "Emails to that address aren't stopped.";

export const delivery = "Delivery";
export const retriedDelivery = (address: string) => `retried the delivery to ${address}`;
export const dismissedDelivery = (address: string) => `dismissed the failed delivery to ${address}`;
export const broughtBackDelivery = (address: string) => `restored the failed delivery to ${address}`;
export const allowedMail = (address: string) => `resumed emails to ${address}`;
export const theNotice = (address: string) => `the failed delivery to ${address}`;
export const nothingToBringBack = "The email was sent again, so there's nothing to restore.";

export const sentFrom = (address: string) => `Sent from ${address}.`;
export const noAddressYet = (names: string, count: number) =>
  count === 1
    ? `${names} has no email address, so replies appear only here.`
    : `${names} have no email address, so replies appear only here.`;
export const nothingIsSent = (address: string, reason: string) => `Emails to ${address} are stopped: ${reason}.`;
export const bouncedOften = (count: number) => (count > 1 ? `${count} emails bounced` : "an email bounced");
export const reportedAsSpam = "an email was reported as spam";
export const sendThereAgain = "Resume emails";
export const sendAgainTo = (address: string) => `Resume emails to ${address}`;

export const addToThisTask = "Add to this task";
export const alsoSentTo = "Also sent to:";
export const add = "Add";
export const nameAt = (name: string, address: string) => `${name} (${address})`;
export const addPerson = (address: string) => `Add ${address} to this task`;
export const repliesGoTo = (address: string) => `The sender asked for replies to go to ${address}.`;
export const notFromThem = (requester: string, link: ReactNode) =>
  sentence`Requested by ${requester}. Not from them? ${link}`;
export const changeRequester = "Change requester";
export const readAsThanks = "This message only says thanks, so the status didn't change.";
export const reopen = "Reopen";
export const showOriginal = "Show original";
