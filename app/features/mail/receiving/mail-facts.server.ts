import type { Tx } from "~/db/transaction.server";
import { publicDomains } from "~/features/organizations/organization-read.server";
import { worksOnNumber } from "~/features/tasks/team-access.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { MailOptions } from "../addresses/addresses";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";
import { domainOf } from "../parsing/plain-address";
import { requesterOf } from "../parsing/sender-of";
import { findTask, type MatchedTask } from "../threading/find-task.server";
import { withoutKey } from "../threading/signed-address.server";
import { findSender, isUsable, type Sender } from "./known-sender.server";
import type { OurAddresses } from "./our-addresses.server";
import type { Row } from "./process-mail.server";
import { type Trust, trustIn } from "./trust.server";
import { type EmailFlag, standingOn } from "./write-mail.server";

/** Every address the message was sent to, most reliable first. */
export const recipientsOf = (row: Row, mail: ParsedMail) => [
  ...(row.envelope_to?.split(" ") ?? []),
  ...mail.deliveredTo,
  ...[...mail.to, ...mail.cc].map(({ address }) => address),
];

type Address = { row: Row; options: MailOptions; ours: OurAddresses; from: MailAddress };

/** The facts that decisions about a message use. */
export type MailFacts = Address & {
  /** The author: the sender, or a Reply-To that replaces them. */
  writer: MailAddress;
  /** Our address whose settings decide who may write, and whose team gets a new task. */
  addressed: Pick<Row, "team_id" | "unknown_senders">;
  known: (Sender & { disabled: boolean }) | null;
  /** Whether the sender is verified. */
  trust: Trust;
  match: MatchedTask | null;
  flags: EmailFlag[];
};

/** Reads the facts about a message whose sender is usable. */
export async function readFacts(tx: Tx, address: Address, mail: ParsedMail, now: number): Promise<MailFacts> {
  const { row, from } = address;
  const sender = await findSender(tx, from.address);
  const verdict = trustIn(row, mail, from);
  const writer = await writerOf(tx, address, sender, mail);
  const known = writer === from ? sender : await findSender(tx, writer.address);
  // The verdict covers From. It proves nothing about a different person in Reply-To.
  const isSender = writer === from || (known !== null && known.id === sender?.id);
  const trust = verdict === "pass" && !isSender ? "none" : verdict;
  const threading = {
    ...{ recipients: recipientsOf(row, mail), references: mail.references },
    subject: trust === "pass" ? mail.subject : "",
    isPartOf: (taskId: number) => isPartOf(tx, taskId, known),
  };
  const match = await findTask(tx, threading, now);
  const addressed = addressedTo(address, mail);
  return { ...address, writer, addressed, known, trust, match, flags: verdict === "fail" ? ["unverified"] : [] };
}

/** The sender, or the Reply-To that replaces them. Agents are identified by From only. */
async function writerOf(
  tx: Tx,
  { from, ours, options }: Address,
  sender: Sender | null,
  { replyTo }: ParsedMail,
): Promise<MailAddress> {
  if (replyTo.length === 0 || (sender && sender.role !== "requester")) return from;
  const owners = new Map<string, Sender | null>();
  for (const { address } of replyTo.slice(0, 10)) owners.set(address, await findSender(tx, address));
  const mayStand = replyTo.filter(
    ({ address }) =>
      isUsable(address) && owners.has(address) && (owners.get(address)?.role ?? "requester") === "requester",
  );
  const shared = await publicDomains([domainOf(from.address)]);
  return requesterOf(from, mayStand, {
    ...{ ourAddresses: [...ours.keys()], trustReplyTo: options.trustReplyTo },
    isSamePerson: (_, other) => sender !== null && owners.get(other)?.id === sender.id,
    isSharedDomain: () => shared.length > 0,
  });
}

/** Whether the task of a number in a subject is one that the sender is on, or works on. */
async function isPartOf(tx: Tx, taskId: number, known: Sender | null): Promise<boolean> {
  if (!known) return false;
  const { onTask } = await standingOn(tx, taskId, known.id);
  return onTask || worksOnNumber(tx, { ...known, email: null }, taskId);
}

/** The first of our addresses among the recipients, regardless of the mailbox it was fetched from. */
function addressedTo({ row, ours }: Address, { to, cc }: ParsedMail): MailFacts["addressed"] {
  for (const { address } of [...to, ...cc]) {
    const named = ours.get(emailKeyOf(withoutKey(address)));
    if (named) return named;
  }
  return row;
}
