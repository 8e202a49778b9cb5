import type { Tx } from "~/db/transaction.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { readOptions } from "../addresses/address-columns.server";
import { takeTestMail } from "../addresses/setup-test.server";
import { takeReport } from "../delivery-reports/take-report.server";
import { type MailReason, mailReason } from "../mail-reasons";
import { type AutomaticReason, judgeAutomatic } from "../parsing/automatic-mail";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";
import { senderOf } from "../parsing/sender-of";
import type { MatchedTask } from "../threading/find-task.server";
import { idKey } from "../threading/known-ids.server";
import { LOOP_HEADER, loopMark, withoutKey } from "../threading/signed-address.server";
import { hasCommands, takeAgentMail } from "./agent-mail.server";
import { addCopied, copiedAddresses } from "./copied-people.server";
import { type Forward, writeForwarded } from "./forwarded-mail.server";
import { addSender, isOfKnownOrganization, isUsable, type Sender } from "./known-sender.server";
import { type MailFacts, readFacts, recipientsOf } from "./mail-facts.server";
import { countNewPeople, isTooManyTasks, isTooMuchForTask } from "./mail-limits.server";
import { type OurAddresses, ourAddresses } from "./our-addresses.server";
import type { Row } from "./process-mail.server";
import type { MailFiles } from "./store-mail.server";
import {
  type EmailFlag,
  type MailToWrite,
  opensFollowUp,
  standingOn,
  writeAnswer,
  writeAside,
  writeNewTask,
} from "./write-mail.server";

/** An email's log entry. `mailReason` creates `reason`. */
export type Outcome = {
  outcome: "task" | "reply" | "automatic" | "bounce" | "duplicate" | "ignored" | "quarantined";
  reason: string;
  taskId?: number;
  messageId?: number;
  sameAs?: number;
  /** The author, if it isn't the first address in From. */
  from?: MailAddress;
};

export const quarantined = (reason: MailReason): Outcome => ({ outcome: "quarantined", reason });

type Input = MailToWrite & { forwarded: Forward | null };

/** Decides what happens to a stored email, in the order of email.md, section 2. */
export async function decide(tx: Tx, store: MailFiles["store"], row: Row, input: Input, now: number): Promise<Outcome> {
  const { mail } = input;
  if (await takeTestMail(tx, row.address_id, mail.headers, now)) return { outcome: "ignored", reason: "setup_test" };
  if (await isFromThisDesk(tx, mail)) return { outcome: "ignored", reason: mailReason("own_message") };
  const twin = await findTwin(tx, row, mail);
  if (twin !== null) return { outcome: "duplicate", reason: mailReason("same_message", String(twin)), sameAs: twin };
  if (row.reason === "too_large") return quarantined("too_large");
  if (mail.report) return takeReport(tx, mail.report, recipientsOf(row, mail), now);

  const options = readOptions(row);
  const ours = await ourAddresses(tx);
  const context = { ourAddresses: [...ours.keys()], arrivesThroughForward: options.viaForward };
  const from = senderOf(mail, context);
  if (!from || !isUsable(from.address)) return quarantined("no_sender");
  const facts = await readFacts(tx, { row, options, ours, from }, mail, now);
  const judged = judgeAutomatic(mail, { ...context, isAnswerToOurs: facts.match?.ours ?? false });
  if (!judged.mayAnswer) facts.flags.push("no_answer");
  const outcome =
    judged.automatic === null
      ? await takeWritten(tx, store, input, facts, now)
      : await takeAutomatic(tx, store, input, facts, judged.automatic, now);
  return { ...outcome, from };
}

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
 * An earlier email with the same content. An email with the same Message-ID but different content isn't a duplicate. A
 * copy that is in quarantine for another of our addresses isn't one either.
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

/** The reason to quarantine the message silently; null to process it. */
async function whyNot(tx: Tx, facts: MailFacts, now: number): Promise<MailReason | null> {
  const { row, from, writer, addressed, known, match } = facts;
  if (row.reason === "released") return null;
  const keys = [...new Set([emailKeyOf(from.address), emailKeyOf(writer.address)])];
  const rules = await tx.selectFrom("sender_rule").select("rule").where("address_key", "in", keys).execute();
  if (rules.some(({ rule }) => rule === "block") || known?.disabled) return "blocked_sender";
  if (rules.length === 0 && !known) {
    if (!(await mayBeNew(tx, addressed, writer.address))) return "unknown_sender";
    if ((await newPeopleLeft(tx, facts, now)) <= 0) return "too_many_people";
  }
  if (match?.isSpam) return "spam_task";
  const sender = emailKeyOf(from.address);
  if (match && (await isTooMuchForTask(tx, sender, match.taskId, now))) return "too_many_from_sender";
  const opensTask = !match || (await opensFollowUp(tx, match.taskId, now));
  return opensTask && (await isTooManyTasks(tx, sender, now)) ? "too_many_from_sender" : null;
}

/** How many more people mail to this address may create within the hour. */
const newPeopleLeft = async (tx: Tx, { row, options }: MailFacts, now: number) =>
  options.newPeoplePerHour - (await countNewPeople(tx, row.address_id, now));

/** Whether an unknown sender may write to the address, or be added in cc. */
async function mayBeNew(
  tx: Tx,
  { unknown_senders: unknown }: MailFacts["addressed"],
  address: string,
): Promise<boolean> {
  if (unknown === "known_organizations") return isOfKnownOrganization(tx, address);
  return unknown === "anyone";
}

/** Handles mail written by a person. */
async function takeWritten(
  tx: Tx,
  store: MailFiles["store"],
  input: Input,
  facts: MailFacts,
  now: number,
): Promise<Outcome> {
  const refusal = await whyNot(tx, facts, now);
  if (refusal !== null) return quarantined(refusal);
  const { match, known } = facts;
  const owner = match?.signed?.userId ?? 0;
  const isOwn = owner !== 0 && owner === known?.id;
  if (match?.by === "signed" && !isOwn && (await isOther(tx, owner, known))) {
    return quarantined("wrong_signed_address");
  }
  const author = known ?? (await addSender(tx, facts.writer, now));
  const outcome = match
    ? await takeAnswer(tx, store, input, { ...facts, match, author }, now)
    : await takeRequest(tx, store, input, { ...facts, author }, now);
  const { bringsPeople, ...settled } = outcome;
  const proved = facts.trust === "pass" || isOwn;
  const addresses = bringsPeople && proved ? copiedAddresses(input.mail, (key) => facts.ours.has(key)) : [];
  if (addresses.length > 0 && settled.taskId !== undefined) {
    let left = (await newPeopleLeft(tx, facts, now)) - (known ? 0 : 1);
    const mayCreate = async (address: string) => {
      if (left <= 0 || !(await mayBeNew(tx, facts.addressed, address))) return false;
      left--;
      return true;
    };
    await addCopied(tx, settled.taskId, { author, addresses, mayCreate }, now);
  }
  return settled;
}

/**
 * Whether the signed address was made for the other side: an agent uses a requester's address, or the reverse. Unknown
 * senders count as requesters.
 */
async function isOther(tx: Tx, userId: number, author: Sender | null): Promise<boolean> {
  const owner = await tx.selectFrom("user").select("role").where("id", "=", userId).executeTakeFirst();
  return owner !== undefined && (owner.role === "requester") !== ((author?.role ?? "requester") === "requester");
}

/** `bringsPeople`: people in To and Cc may be put in copy. */
type Written = Outcome & { bringsPeople: boolean };

async function takeRequest(
  tx: Tx,
  store: MailFiles["store"],
  input: Input,
  facts: MailFacts & { author: Sender },
  now: number,
): Promise<Written> {
  const { author, flags, trust, ours } = facts;
  const teamId = facts.addressed.team_id;
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
  { author, match, trust, flags, from }: MailFacts & { author: Sender; match: MatchedTask },
  now: number,
): Promise<Written> {
  const { taskId, signed } = match;
  const { onTask, isRequester, isAssignee } = await standingOn(tx, taskId, author.id);
  const isTrusted = trust === "pass";
  // An agent who is the requester or in cc writes as one, unless they answer a note, send commands or may be forged.
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
  facts: MailFacts,
  sign: AutomaticReason,
  now: number,
): Promise<Outcome> {
  const { options, match, writer, known } = facts;
  const reason = mailReason("automatic", sign);
  const flags: EmailFlag[] = [...facts.flags, "automatic"];
  if (!match && options.automaticMail === "quarantine") return { outcome: "quarantined", reason };
  if (!match && options.automaticMail === "log") return { outcome: "automatic", reason };
  if (match && !known && sign === "mail_system") return { outcome: "automatic", reason };
  const refusal = await whyNot(tx, facts, now);
  if (refusal !== null) return quarantined(refusal);
  const author = known ?? (await addSender(tx, writer, now));
  const written = match
    ? await writeAside(tx, store, input, { taskId: match.taskId, author, flags }, now)
    : await writeNewTask(tx, store, input, { requester: author, author, teamId: facts.addressed.team_id, flags }, now);
  return { outcome: "automatic", reason, ...written };
}
