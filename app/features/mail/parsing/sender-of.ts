import { domainKey, emailKeyOf } from "~/lib/mail-domain.server";
import type { MailAddress, ParsedMail } from "./parsed-mail";
import { domainOf } from "./plain-address";

export type SenderContext = {
  /** Addresses of this desk, which never write. */
  ourAddresses: readonly string[];
  /** The setting "mail arrives through a forward or group": X-Original-From names who wrote. */
  arrivesThroughForward: boolean;
};

/**
 * The author of an email; null without a usable address. Of several addresses in From, the Sender if it's among them,
 * else the first.
 */
export function senderOf(
  mail: Pick<ParsedMail, "from" | "sender" | "originalFrom">,
  { ourAddresses, arrivesThroughForward }: SenderContext,
): MailAddress | null {
  const ours = new Set(ourAddresses.map(emailKeyOf));
  const isTheirs = ({ address }: MailAddress) => !ours.has(emailKeyOf(address));
  if (arrivesThroughForward && mail.originalFrom && isTheirs(mail.originalFrom)) return mail.originalFrom;

  const authors = mail.from.filter(isTheirs);
  const sender = mail.sender && emailKeyOf(mail.sender.address);
  return authors.find(({ address }) => emailKeyOf(address) === sender) ?? authors[0] ?? null;
}

export type ReplyToContext = {
  ourAddresses: readonly string[];
  /** The setting "trust Reply-To", for web forms. */
  trustReplyTo: boolean;
  /** Whether both addresses belong to one person of this desk. */
  isSamePerson: (one: string, other: string) => boolean;
  /**
   * Whether anyone can have an address there, as with a mail provider. Such a domain doesn't identify an organization.
   */
  isSharedDomain: (domain: string) => boolean;
};

/** The requester: the first Reply-To that may replace the sender, else the sender. */
export function requesterOf(
  sender: MailAddress,
  replyTo: readonly MailAddress[],
  { ourAddresses, trustReplyTo, isSamePerson, isSharedDomain }: ReplyToContext,
): MailAddress {
  const ours = new Set(ourAddresses.map(emailKeyOf));
  const domain = domainKey(domainOf(sender.address));
  const counts = ({ address }: MailAddress) =>
    emailKeyOf(address) === emailKeyOf(sender.address) ||
    trustReplyTo ||
    isSamePerson(sender.address, address) ||
    (domainKey(domainOf(address)) === domain && !isSharedDomain(domain));
  return replyTo.find((one) => !ours.has(emailKeyOf(one.address)) && counts(one)) ?? sender;
}
