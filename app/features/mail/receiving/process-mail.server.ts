import { forUpdate } from "~/db/locks.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { readOptions } from "../addresses/address-columns.server";
import type { MailOptions } from "../addresses/addresses";
import { takeTestMail } from "../addresses/setup-test.server";
import { takeReport } from "../delivery-reports/take-report.server";
import { type MailReason, mailReason } from "../mail-reasons";
import { readAuthenticationResults } from "../parsing/authentication-results";
import { type AutomaticReason, judgeAutomatic } from "../parsing/automatic-mail";
import { parseMail } from "../parsing/parse-mail.server";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";
import { senderOf } from "../parsing/sender-of";
import { findTask, type MatchedTask } from "../threading/find-task.server";
import { idKey } from "../threading/known-ids.server";
import { loopMark } from "../threading/signed-address.server";
import { addSender, findSender, isOfKnownOrganization, isUsable, type Sender } from "./known-sender.server";
import { isFloodOfPeople, isTooMuch } from "./mail-limits.server";
import { type MailFiles, sourceOf } from "./store-mail.server";
import {
  type EmailFlag,
  isOnTask,
  type MailToWrite,
  receiveFiles,
  writeAnswer,
  writeAside,
  writeNewTask,
} from "./write-mail.server";

/*
 * What becomes of a stored mail: one order of decisions, one outcome. Reading and taking apart happen outside of the transaction
 * that decides and writes, so a slow mail doesn't block other writers.
 */

type Row = Awaited<ReturnType<typeof waitingMail>>[number];

/** What the log keeps of a mail. `reason` is made by `mailReason`. */
type Outcome = {
  outcome: "task" | "reply" | "automatic" | "bounce" | "duplicate" | "ignored" | "quarantined";
  reason: string;
  taskId?: number;
  messageId?: number;
  sameAs?: number;
};

const quarantined = (reason: MailReason): Outcome => ({ outcome: "quarantined", reason });

/** Stored mail that isn't processed, oldest first. */
export const waitingMail = (db: Db, most: number) =>
  db
    .selectFrom("inbound_mail")
    .innerJoin("mail_address", "mail_address.id", "inbound_mail.address_id")
    .select(["inbound_mail.id", "inbound_mail.sha256", "inbound_mail.reason", "inbound_mail.attempts"])
    .select(["inbound_mail.address_id", "inbound_mail.envelope_from", "inbound_mail.envelope_to"])
    .select(["mail_address.team_id", "mail_address.unknown_senders", "mail_address.options"])
    .select(["mail_address.trusted_server", "mail_address.learned_server"])
    .where("inbound_mail.outcome", "is", null)
    .orderBy("inbound_mail.id")
    .limit(most)
    .execute();

/** A mail that fails for reasons of ours, such as a full disk, is tried again this often before it is quarantined. */
const MAX_ATTEMPTS = 5;

/**
 * Processes one mail. A mail that made a process end is quarantined at its second turn, so that it can't hold up the others.
 * Throws when the database or the file store is away; the mail then waits.
 */
export async function processMail(db: Db, files: MailFiles, row: Row, now: number): Promise<Outcome> {
  await db
    .updateTable("inbound_mail")
    .set({ attempts: row.attempts + 1 })
    .where("id", "=", row.id)
    .execute();
  if (row.attempts >= MAX_ATTEMPTS) return settle(db, row, null, quarantined("broken"), now);
  const source = row.sha256 === null ? null : await sourceOf(files.store, row.sha256);
  if (source === null) return settle(db, row, null, quarantined("no_source"), now);
  const parsed = await parseMail(source);
  if (!parsed.ok) return settle(db, row, null, quarantined(parsed.why), now);
  const { mail } = parsed;
  if (row.reason === "too_large") return settle(db, row, mail, quarantined("too_large"), now);
  const received = await receiveFiles(files, mail);
  return inTransaction(db, async (tx) => {
    const waiting = tx.selectFrom("inbound_mail").select("outcome").where("id", "=", row.id);
    const current = await forUpdate(tx, waiting).executeTakeFirst();
    if (!current || current.outcome !== null) return quarantined("broken"); // another process was quicker
    const outcome = await decide(tx, files, row, { inboundId: row.id, mail, files: received }, now);
    return settle(tx, row, mail, outcome, now);
  });
}

/** Writes the outcome, and what the log shows of the mail. */
async function settle(db: Db, row: Row, mail: ParsedMail | null, outcome: Outcome, now: number): Promise<Outcome> {
  const from = mail?.from[0];
  await db
    .updateTable("inbound_mail")
    .set({
      ...{ outcome: outcome.outcome, reason: outcome.reason, processed_at: now },
      ...{ task_id: outcome.taskId ?? null, message_id: outcome.messageId ?? null, same_as: outcome.sameAs ?? null },
      ...(mail && {
        ...{
          subject: mail.subject,
          message_key: mail.messageId && idKey(mail.messageId),
          content_hash: mail.contentHash,
        },
        ...{ from_name: from?.name ?? "", from_address: from ? emailKeyOf(from.address) : "" },
      }),
      // A blocked sender's mail is kept, but waits for no one.
      ...(outcome.reason === "blocked_sender" && { handled_at: now }),
    })
    .where("id", "=", row.id)
    .execute();
  return outcome;
}

async function decide(tx: Tx, files: MailFiles, row: Row, input: MailToWrite, now: number): Promise<Outcome> {
  const { mail } = input;
  if (await takeTestMail(tx, row.address_id, mail.headers, now)) return { outcome: "ignored", reason: "setup_test" };
  if (isFromThisDesk(mail)) return { outcome: "ignored", reason: "own_message" };
  const twin = await findTwin(tx, row.id, mail);
  if (twin !== null) return { outcome: "duplicate", reason: mailReason("same_message", String(twin)), sameAs: twin };
  if (mail.report) return takeReport(tx, mail.report, recipientsOf(row, mail), now);

  const options = readOptions(row);
  const ours = await ourAddresses(tx);
  const context = { ourAddresses: [...ours.keys()], arrivesThroughForward: options.viaForward };
  const from = senderOf(mail, context);
  if (!from || !isUsable(from.address)) return quarantined("no_sender");
  const match = await findTask(tx, threadingOf(row, mail, from), now);
  const { automatic } = judgeAutomatic(mail, { ...context, isAnswerToOurs: match?.ours ?? false });
  const known = await findSender(tx, from.address);
  const about: About = { row, options, ours, from, known, match };
  if (automatic !== null) return takeAutomatic(tx, files, input, about, automatic, now);

  const refusal = row.reason === "released" ? null : await whyNot(tx, about, now);
  if (refusal !== null) return quarantined(refusal);
  const author = known ?? (await addSender(tx, from, now));
  const { signed, taskId } = match ?? {};
  if (signed && signed.userId !== 0 && signed.userId !== author.id && (await isOther(tx, signed.userId, author))) {
    return quarantined("wrong_signed_address");
  }
  if (taskId === undefined) {
    const place = { requester: author, author, teamId: teamOf(about, mail), flags: [] };
    return { outcome: "task", reason: "new_task", ...(await writeNewTask(tx, files.store, input, place, now)) };
  }
  if (!(await isOnTask(tx, taskId, author.id))) {
    const isAgents = author.role !== "requester";
    const aside = { taskId, author, flags: isAgents ? [] : ["outsider" as const] };
    const reason = mailReason(isAgents ? "note" : "outsider");
    return { outcome: "reply", reason, ...(await writeAside(tx, files.store, input, aside, now)) };
  }
  const { isFollowUp, ...place } = await writeAnswer(tx, files.store, input, { taskId, author, flags: [] }, now);
  return { outcome: isFollowUp ? "task" : "reply", reason: isFollowUp ? "follow_up" : "answer", ...place };
}

type About = {
  row: Row;
  options: MailOptions;
  /** Teams by address. */
  ours: ReadonlyMap<string, number>;
  from: MailAddress;
  known: (Sender & { disabled: boolean }) | null;
  match: MatchedTask | null;
};

/** The header that marks all mail of this desk. */
export const LOOP_HEADER = "x-taskdesk-loop";

/** Another desk sends the same header with another value. */
const isFromThisDesk = ({ headers }: ParsedMail) =>
  headers.some(([name, value]) => name === LOOP_HEADER && value.trim() === loopMark());

/** Earlier mail with the same content. The same Message-ID with other content isn't a duplicate. */
async function findTwin(tx: Tx, id: number, { contentHash, messageId }: ParsedMail): Promise<number | null> {
  const twin = await tx
    .selectFrom("inbound_mail")
    .select("id")
    .where("content_hash", "=", contentHash)
    .where("id", "!=", id)
    .where("outcome", "in", ["task", "reply", "automatic", "bounce", "ignored", "quarantined"])
    .$if(messageId !== null, (query) => query.where("message_key", "=", idKey(messageId ?? "")))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return twin?.id ?? null;
}

async function ourAddresses(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("mail_address")
    .select(["address_key", "team_id"])
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ address_key, team_id }) => [address_key, team_id]));
}

/** Every address the mail was for, the surest first. */
const recipientsOf = (row: Row, mail: ParsedMail) => [
  ...(row.envelope_to?.split(" ") ?? []),
  ...mail.deliveredTo,
  ...[...mail.to, ...mail.cc].map(({ address }) => address),
];

function threadingOf(row: Row, mail: ParsedMail, from: MailAddress) {
  const server = row.trusted_server || row.learned_server || "";
  const verdict = server === "" ? null : readAuthenticationResults(mail.headers, server, from.address);
  return {
    recipients: recipientsOf(row, mail),
    references: mail.references,
    subject: mail.subject,
    trustsSubject: verdict?.aligned ?? false,
  };
}

/** The team of the first of our addresses that the mail names, whichever mailbox it was fetched from. */
function teamOf({ row, ours }: About, { to, cc }: ParsedMail): number {
  for (const { address } of [...to, ...cc]) {
    const team = ours.get(emailKeyOf(withoutKey(address)));
    if (team !== undefined) return team;
  }
  return row.team_id;
}

const withoutKey = (address: string) => address.replace(/\+[^@]*(?=@[^@]*$)/, "");

/** Why the mail goes to quarantine, and its sender hears nothing; null if it doesn't. */
async function whyNot(tx: Tx, { row, options, from, known, match }: About, now: number): Promise<MailReason | null> {
  const key = emailKeyOf(from.address);
  const rule = await tx.selectFrom("sender_rule").select("rule").where("address_key", "=", key).executeTakeFirst();
  if (rule?.rule === "block" || known?.disabled) return "blocked_sender";
  if (rule?.rule !== "allow" && !known) {
    if (row.unknown_senders === "invited") return "unknown_sender";
    if (row.unknown_senders === "known_organizations" && !(await isOfKnownOrganization(tx, from.address))) {
      return "unknown_sender";
    }
    const flood = { addressId: row.address_id, most: options.newPeoplePerHour };
    if (await isFloodOfPeople(tx, flood, now)) return "too_many_people";
  }
  return (await isTooMuch(tx, { from: key, taskId: match?.taskId ?? null }, now)) ? "too_many_from_sender" : null;
}

/** Whether the signed address was made for someone on the other side: an agent's for a requester, or the reverse. */
async function isOther(tx: Tx, userId: number, author: Sender): Promise<boolean> {
  const owner = await tx.selectFrom("user").select("role").where("id", "=", userId).executeTakeFirst();
  return owner !== undefined && (owner.role === "requester") !== (author.role === "requester");
}

/** An absence note and the like: shown on its task, and changing nothing there. Other automatic mail is a setting. */
async function takeAutomatic(
  tx: Tx,
  files: MailFiles,
  input: MailToWrite,
  { options, match, from, known, ...about }: About,
  sign: AutomaticReason,
  now: number,
): Promise<Outcome> {
  const reason = mailReason("automatic", sign);
  if (match && known) {
    const flags: EmailFlag[] = ["automatic"];
    const aside = { taskId: match.taskId, author: known, flags };
    return { outcome: "automatic", reason, ...(await writeAside(tx, files.store, input, aside, now)) };
  }
  if (options.automaticMail === "quarantine") return { outcome: "quarantined", reason };
  if (options.automaticMail === "log") return { outcome: "automatic", reason };
  const author = known ?? (await addSender(tx, from, now));
  const teamId = teamOf({ options, match, from, known, ...about }, input.mail);
  const place = { requester: author, author, teamId, flags: ["automatic" as const] };
  return { outcome: "automatic", reason, ...(await writeNewTask(tx, files.store, input, place, now)) };
}
