import { databaseTrouble } from "~/db/database-errors.server";
import { forUpdate } from "~/db/locks.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { isDiskFull } from "~/features/files/disk-errors.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { parseMail } from "../parsing/parse-mail.server";
import type { ParsedMail } from "../parsing/parsed-mail";
import { idKey } from "../threading/known-ids.server";
import { receiveFiles } from "./attach-files.server";
import { bodyOf } from "./body-of-mail.server";
import { decide, type Outcome, quarantined } from "./decide-mail.server";
import { readForward } from "./forwarded-mail.server";
import { type MailFiles, sourceOf } from "./store-mail.server";
import { checkSender, needsOwnCheck, type ResolveDns } from "./trust.server";
import type { MailToWrite } from "./write-mail.server";

/*
 * Processes stored mail in a fixed order, with one outcome per message. Reading and parsing happen outside the transaction, so
 * a slow message doesn't block other writers.
 */

/** A stored mail with the settings of its address. */
export type Row = Awaited<ReturnType<typeof waitingMail>>[number];

/** Stored mail due for processing, oldest first. */
export const waitingMail = (db: Db, most: number, now: number) =>
  db
    .selectFrom("inbound_mail")
    .innerJoin("mail_address", "mail_address.id", "inbound_mail.address_id")
    .select(["inbound_mail.id", "inbound_mail.sha256", "inbound_mail.reason", "inbound_mail.attempts"])
    .select(["inbound_mail.address_id", "inbound_mail.way", "inbound_mail.envelope_from", "inbound_mail.envelope_to"])
    .select("inbound_mail.verdict")
    .select(["mail_address.team_id", "mail_address.unknown_senders", "mail_address.options"])
    .select(["mail_address.trusted_server", "mail_address.learned_server"])
    .where("inbound_mail.outcome", "is", null)
    .where((eb) => eb.or([eb("inbound_mail.try_at", "is", null), eb("inbound_mail.try_at", "<=", now)]))
    .orderBy("inbound_mail.id")
    .limit(most)
    .execute();

/** Attempts over ten minutes, for mail whose processing fails or is interrupted, before it is quarantined. */
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 10_000;

/** Delays further attempts, so other mail continues and repeated server restarts don't use up all attempts. */
const nextAttempt = (attempts: number, now: number) =>
  attempts < 2 ? null : now + FIRST_PAUSE_MS * 2 ** (attempts - 2);

/** Whether a failure isn't the email's fault. A statement timeout may be, so it doesn't count. */
function isOutage(error: unknown): boolean {
  const trouble = databaseTrouble(error);
  return isDiskFull(error) || (trouble !== null && trouble !== "slow" && trouble !== "busy");
}

/**
 * Processes one mail. The attempt is counted first, so a message that crashes the process can't block the others
 * forever. Throws when the database or file store is unavailable or full; the email then waits, and the attempt doesn't
 * count.
 */
export async function processMail(
  db: Db,
  files: MailFiles,
  row: Row,
  now: number,
  resolveDns?: ResolveDns,
): Promise<Outcome> {
  const setAttempts = (attempts: number) =>
    db
      .updateTable("inbound_mail")
      .set({ attempts, try_at: nextAttempt(attempts, now) })
      .where("id", "=", row.id)
      .execute();
  await setAttempts(row.attempts + 1);
  if (row.attempts >= MAX_ATTEMPTS) return settle(db, row, null, quarantined("broken"), now);
  try {
    return await readAndDecide(db, files, row, now, resolveDns);
  } catch (error) {
    if (isOutage(error)) await setAttempts(row.attempts).catch(() => {}); // the database itself may be unavailable
    throw error;
  }
}

async function readAndDecide(
  db: Db,
  files: MailFiles,
  row: Row,
  now: number,
  resolveDns: ResolveDns | undefined,
): Promise<Outcome> {
  const source = row.sha256 === null ? null : await sourceOf(files.store, row.sha256);
  if (source === null) return settle(db, row, null, quarantined("no_source"), now);
  const parsed = await parseMail(withReturnPath(source, row));
  if (!parsed.ok) return settle(db, row, null, quarantined(parsed.why), now);
  const { mail } = parsed;
  const verdict = needsOwnCheck(row) ? await checkSender(source, resolveDns) : null;
  const input: MailToWrite = { inboundId: row.id, mail, files: await receiveFiles(files, mail) };
  const forwarded = await readForward(db, files, input);
  // Parsed before the transaction, to keep it short. Mail without references opens a task.
  bodyOf(mail, { firstOfTask: mail.references.length === 0 });
  return inTransaction(db, async (tx) => {
    const waiting = tx.selectFrom("inbound_mail").select("outcome").where("id", "=", row.id);
    const current = await forUpdate(tx, waiting).executeTakeFirst();
    if (!current || current.outcome !== null) return quarantined("broken"); // already processed elsewhere
    const outcome = await decide(tx, files.store, { ...row, verdict }, { ...input, forwarded }, now);
    return settle(tx, { ...row, verdict }, mail, outcome, now);
  });
}

/** Adds the envelope sender, which is empty for automatic mail: a server that hands mail over may not record it. */
const withReturnPath = (source: Buffer, { envelope_from }: Row) =>
  envelope_from === "" ? Buffer.concat([Buffer.from("Return-Path: <>\r\n"), source]) : source;

/** Stores the outcome and the log's details of the email. */
async function settle(db: Db, row: Row, mail: ParsedMail | null, outcome: Outcome, now: number): Promise<Outcome> {
  const from = outcome.from ?? mail?.from[0];
  await db
    .updateTable("inbound_mail")
    .set({
      ...{ outcome: outcome.outcome, reason: outcome.reason, verdict: row.verdict, processed_at: now },
      ...{ task_id: outcome.taskId ?? null, message_id: outcome.messageId ?? null, same_as: outcome.sameAs ?? null },
      ...(mail && {
        ...{
          subject: mail.subject,
          message_key: mail.messageId && idKey(mail.messageId),
          content_hash: mail.contentHash,
        },
        ...{ from_name: from?.name ?? "", from_address: from ? emailKeyOf(from.address) : "" },
      }),
      // Mail from a blocked sender is stored, but needs no decision.
      ...(outcome.reason === "blocked_sender" && { handled_at: now }),
    })
    .where("id", "=", row.id)
    .execute();
  return outcome;
}
