import type { Tx } from "~/db/transaction.server";
import { publicDomains } from "~/features/organizations/organization-read.server";
import { worksOnNumber } from "~/features/tasks/team-access.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { readOptions } from "../addresses/address-columns.server";
import type { MailOptions } from "../addresses/addresses";
import { takeTestMail } from "../addresses/setup-test.server";
import { takeReport } from "../delivery-reports/take-report.server";
import { type MailReason, mailReason } from "../mail-reasons";
import { type AutomaticReason, judgeAutomatic } from "../parsing/automatic-mail";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";
import { domainOf } from "../parsing/plain-address";
import { requesterOf, senderOf } from "../parsing/sender-of";
import { findTask, type MatchedTask } from "../threading/find-task.server";
import { idKey } from "../threading/known-ids.server";
import { loopMark, withoutKey } from "../threading/signed-address.server";
import { hasCommands, takeAgentMail } from "./agent-mail.server";
import { addCopied, copiedAddresses } from "./copied-people.server";
import { type Forward, writeForwarded } from "./forwarded-mail.server";
import { addSender, findSender, isOfKnownOrganization, isUsable, type Sender } from "./known-sender.server";
import { isFloodOfPeople, isTooMuch } from "./mail-limits.server";
import { type OurAddresses, ourAddresses } from "./our-addresses.server";
import type { Row } from "./process-mail.server";
import type { MailFiles } from "./store-mail.server";
import { type Trust, trustIn } from "./trust.server";
import {
  type EmailFlag,
  type MailToWrite,
  standingOn,
  writeAnswer,
  writeAside,
  writeNewTask,
} from "./write-mail.server";

/** What the log keeps of a mail. `reason` is made by `mailReason`. */
export type Outcome = {
  outcome: "task" | "reply" | "automatic" | "bounce" | "duplicate" | "ignored" | "quarantined";
  reason: string;
  taskId?: number;
  messageId?: number;
  sameAs?: number;
  /** Who wrote it, where it isn't the first in From. */
  from?: MailAddress;
};

export const quarantined = (reason: MailReason): Outcome => ({ outcome: "quarantined", reason });

type Input = MailToWrite & { forwarded: Forward | null };

/** The one order of decisions (email.md, section 2), from storing on. */
export async function decide(tx: Tx, store: MailFiles["store"], row: Row, input: Input, now: number): Promise<Outcome> {
  const { mail } = input;
  if (await takeTestMail(tx, row.address_id, mail.headers, now)) return { outcome: "ignored", reason: "setup_test" };
  if (await isFromThisDesk(tx, mail)) return { outcome: "ignored", reason: mailReason("own_message") };
  const twin = await findTwin(tx, row, mail);
  if (twin !== null) return { outcome: "duplicate", reason: mailReason("same_message", String(twin)), sameAs: twin };
  if (mail.report) return takeReport(tx, mail.report, recipientsOf(row, mail), now);

  const options = readOptions(row);
  const ours = await ourAddresses(tx);
  const context = { ourAddresses: [...ours.keys()], arrivesThroughForward: options.viaForward };
  const from = senderOf(mail, context);
  if (!from || !isUsable(from.address)) return quarantined("no_sender");
  const about = await readAbout(tx, { row, options, ours, from }, mail, now);
  const judged = judgeAutomatic(mail, { ...context, isAnswerToOurs: about.match?.ours ?? false });
  if (!judged.mayAnswer) about.flags.push("no_answer");
  const outcome =
    judged.automatic === null
      ? await takeWritten(tx, store, input, about, now)
      : await takeAutomatic(tx, store, input, about, judged.automatic, now);
  return { ...outcome, from };
}

/** The value of this header marks mail of this desk. Another desk sends the same header with another value. */
export const LOOP_HEADER = "x-taskdesk-loop";

/** By its mark or its Message-ID: a server on the way may have dropped headers. */
async function isFromThisDesk(tx: Tx, { headers, messageId }: ParsedMail): Promise<boolean> {
  if (headers.some(([name, value]) => name === LOOP_HEADER && value.trim() === loopMark())) return true;
  if (messageId === null) return false;
  const sent = tx
    .selectFrom("outgoing_mail")
    .select("id")
    .where("mail_id", "in", [messageId, idKey(messageId)]);
  return (await sent.executeTakeFirst()) !== undefined;
}

/**
 * Earlier mail with the same content. The same Message-ID with other content isn't a duplicate, and neither is a copy that another
 * address of ours has in quarantine.
 */
async function findTwin(tx: Tx, row: Row, { contentHash, messageId }: ParsedMail): Promise<number | null> {
  const twin = await tx
    .selectFrom("inbound_mail")
    .select("id")
    .where("content_hash", "=", contentHash)
    .where("id", "!=", row.id)
    .where((eb) =>
      eb.or([
        eb("outcome", "in", ["task", "reply", "automatic", "bounce", "ignored"]),
        eb.and([eb("outcome", "=", "quarantined"), eb("address_id", "=", row.address_id)]),
      ]),
    )
    .$if(messageId !== null, (query) => query.where("message_key", "=", idKey(messageId ?? "")))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return twin?.id ?? null;
}

/** Every address the message was sent to, most reliable first. */
const recipientsOf = (row: Row, mail: ParsedMail) => [
  ...(row.envelope_to?.split(" ") ?? []),
  ...mail.deliveredTo,
  ...[...mail.to, ...mail.cc].map(({ address }) => address),
];

type Address = { row: Row; options: MailOptions; ours: OurAddresses; from: MailAddress };

/** The facts that decisions about a message use. */
type About = Address & {
  /** Who wrote it: the sender, or a Reply-To that counts. */
  writer: MailAddress;
  /** The address of ours that says who may write, and whose team a new task goes to. */
  addressed: Pick<Row, "team_id" | "unknown_senders">;
  known: (Sender & { disabled: boolean }) | null;
  /** Whether the sender is verified. */
  trust: Trust;
  match: MatchedTask | null;
  flags: EmailFlag[];
};

async function readAbout(tx: Tx, address: Address, mail: ParsedMail, now: number): Promise<About> {
  const { row, from } = address;
  const sender = await findSender(tx, from.address);
  const verdict = trustIn(row, mail, from);
  const writer = await writerOf(tx, address, sender, mail);
  const known = writer === from ? sender : await findSender(tx, writer.address);
  // The verdict is about From. It proves nothing about another person in Reply-To.
  const isSender = writer === from || (known !== null && known.id === sender?.id);
  const trust = verdict === "pass" && !isSender ? "none" : verdict;
  const threading = {
    ...{ recipients: recipientsOf(row, mail), references: mail.references, subject: mail.subject },
    trustsSubject: trust === "pass",
  };
  const found = await findTask(tx, threading, now);
  const match = found?.by === "subject" && !(await isPartOf(tx, found.taskId, known)) ? null : found;
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

/** The first of our addresses that the mail names, whichever mailbox it was fetched from. */
function addressedTo({ row, ours }: Address, { to, cc }: ParsedMail): About["addressed"] {
  for (const { address } of [...to, ...cc]) {
    const named = ours.get(emailKeyOf(withoutKey(address)));
    if (named) return named;
  }
  return row;
}

/** The reason to quarantine the message silently; null to process it. */
async function whyNot(tx: Tx, about: About, now: number): Promise<MailReason | null> {
  const { row, options, from, writer, addressed, known, match } = about;
  if (row.reason === "released") return null;
  const keys = [...new Set([emailKeyOf(from.address), emailKeyOf(writer.address)])];
  const rules = await tx.selectFrom("sender_rule").select("rule").where("address_key", "in", keys).execute();
  if (rules.some(({ rule }) => rule === "block") || known?.disabled) return "blocked_sender";
  if (rules.length === 0 && !known) {
    if (!(await mayBeNew(tx, addressed, writer.address))) return "unknown_sender";
    const flood = { addressId: row.address_id, most: options.newPeoplePerHour };
    if (await isFloodOfPeople(tx, flood, now)) return "too_many_people";
  }
  if (match?.isSpam) return "spam_task";
  const sent = { from: emailKeyOf(from.address), taskId: match?.taskId ?? null };
  return (await isTooMuch(tx, sent, now)) ? "too_many_from_sender" : null;
}

/** Whether someone we don't know may write to the address, or be put in copy. */
async function mayBeNew(tx: Tx, { unknown_senders: unknown }: About["addressed"], address: string): Promise<boolean> {
  if (unknown === "known_organizations") return isOfKnownOrganization(tx, address);
  return unknown === "anyone";
}

/** Mail that a person wrote. */
async function takeWritten(
  tx: Tx,
  store: MailFiles["store"],
  input: Input,
  about: About,
  now: number,
): Promise<Outcome> {
  const refusal = await whyNot(tx, about, now);
  if (refusal !== null) return quarantined(refusal);
  const author = about.known ?? (await addSender(tx, about.writer, now));
  const { match } = about;
  const owner = match?.signed?.userId ?? 0;
  if (match?.by === "signed" && owner !== 0 && owner !== author.id && (await isOther(tx, owner, author))) {
    return quarantined("wrong_signed_address");
  }
  const outcome = match
    ? await takeAnswer(tx, store, input, { ...about, match, author }, now)
    : await takeRequest(tx, store, input, { ...about, author }, now);
  const { bringsPeople, ...settled } = outcome;
  const proved = about.trust === "pass" || owner === author.id;
  if (bringsPeople && proved && settled.taskId !== undefined) {
    const addresses = copiedAddresses(input.mail, (key) => about.ours.has(key));
    const mayCreate = (address: string) => mayBeNew(tx, about.addressed, address);
    await addCopied(tx, settled.taskId, { author, addresses, mayCreate }, now);
  }
  return settled;
}

/** Whether the signed address was made for someone on the other side: an agent's for a requester, or the reverse. */
async function isOther(tx: Tx, userId: number, author: Sender): Promise<boolean> {
  const owner = await tx.selectFrom("user").select("role").where("id", "=", userId).executeTakeFirst();
  return owner !== undefined && (owner.role === "requester") !== (author.role === "requester");
}

/** `bringsPeople`: people in To and Cc may be put in copy. */
type Written = Outcome & { bringsPeople: boolean };

async function takeRequest(
  tx: Tx,
  store: MailFiles["store"],
  input: Input,
  about: About & { author: Sender },
  now: number,
): Promise<Written> {
  const { author, flags, trust, ours } = about;
  const teamId = about.addressed.team_id;
  const { forwarded } = input;
  if (forwarded && author.role !== "requester" && trust === "pass" && isTheirs(forwarded.from, ours)) {
    const written = await writeForwarded(tx, store, forwarded, { agent: author, teamId, flags }, now);
    return { ...written, bringsPeople: false };
  }
  const written = await writeNewTask(tx, store, input, { requester: author, author, teamId, flags }, now);
  return { outcome: "task", reason: mailReason("new_task"), ...written, bringsPeople: true };
}

const isTheirs = ({ address }: MailAddress, ours: OurAddresses) =>
  isUsable(address) && !ours.has(emailKeyOf(withoutKey(address)));

async function takeAnswer(
  tx: Tx,
  store: MailFiles["store"],
  input: Input,
  { author, match, trust, flags, from }: About & { author: Sender; match: MatchedTask },
  now: number,
): Promise<Written> {
  const { taskId, signed } = match;
  const { onTask, isRequester, isAssignee } = await standingOn(tx, taskId, author.id);
  const isTrusted = trust === "pass";
  // An agent who is on the task writes as the others on it, unless they answer a note, give commands or may be forged.
  const writesAsAgent =
    author.role !== "requester" &&
    (!onTask || isAssignee || signed?.kind === "note" || !(isTrusted || isRequester) || hasCommands(input.mail));
  if (writesAsAgent) {
    const agentMail = { taskId, author, address: from.address, isTrusted, signed, flags };
    const { isPublic, ...taken } = await takeAgentMail(tx, store, input, agentMail, now);
    return { ...taken, bringsPeople: isPublic };
  }
  if (!onTask) {
    const aside = { taskId, author, flags: [...flags, "outsider" as const] };
    const written = await writeAside(tx, store, input, aside, now);
    return { outcome: "reply", reason: mailReason("outsider"), ...written, bringsPeople: false };
  }
  const { became, ...place } = await writeAnswer(tx, store, input, { taskId, author, flags }, now);
  const outcome = became === "follow_up" ? "task" : "reply";
  return { outcome, reason: mailReason(became), ...place, bringsPeople: became !== "thanks" };
}

/** Shows an automatic reply on its task without changing the task. A setting decides about other automatic mail. */
async function takeAutomatic(
  tx: Tx,
  store: MailFiles["store"],
  input: MailToWrite,
  about: About,
  sign: AutomaticReason,
  now: number,
): Promise<Outcome> {
  const { options, match, writer, known } = about;
  const reason = mailReason("automatic", sign);
  const flags: EmailFlag[] = [...about.flags, "automatic"];
  if (!match && options.automaticMail === "quarantine") return { outcome: "quarantined", reason };
  if (!match && options.automaticMail === "log") return { outcome: "automatic", reason };
  if (match && !known && sign === "mail_system") return { outcome: "automatic", reason };
  const refusal = await whyNot(tx, about, now);
  if (refusal !== null) return quarantined(refusal);
  const author = known ?? (await addSender(tx, writer, now));
  const written = match
    ? await writeAside(tx, store, input, { taskId: match.taskId, author, flags }, now)
    : await writeNewTask(tx, store, input, { requester: author, author, teamId: about.addressed.team_id, flags }, now);
  return { outcome: "automatic", reason, ...written };
}
