import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { MINUTE_MS } from "~/lib/durations";
import { plainMarkdown } from "../plain-markdown";
import { unpausedSenders } from "../sending/mail-sender.server";
import { planWritten } from "../sending/plan-written.server";
import { addressHref } from "./address-hrefs";
import * as say from "./addresses-copy";
import { decryptSecrets } from "./mail-secrets.server";

/** How long an address may fail before admins are alerted. */
const PATIENCE_MS = 15 * MINUTE_MS;

export type FailingAddress = { id: number; address: string; words: string; since: number };

/**
 * Addresses that have failed for a while: they can't fetch, can't send, need their passwords, or are paused because a
 * server refused them. Fetching says nothing about the relay, so queued mail counts too.
 */
export async function failingAddresses(db: Db, now: number): Promise<FailingAddress[]> {
  const before = now - PATIENCE_MS;
  const rows = await db
    .selectFrom("mail_address")
    .select(["id", "address", "failure", "failed_at", "paused", "paused_at", "sent_at"])
    .select(["secrets", "succeeded_at", "created_at"])
    .where("deleted_at", "is", null)
    .where("paused_by_admin", "=", 0)
    .orderBy("id")
    .execute();
  const unsent = await oldestUnsent(db);
  return rows.flatMap(({ id, address, ...row }) => {
    const failures = [
      { words: row.paused, since: row.paused_at },
      { words: row.failure, since: row.failed_at },
      {
        words: decryptSecrets(row.secrets) === null ? say.asksForPasswords : null,
        since: row.succeeded_at ?? row.created_at,
      },
      ...unsent.filter((mail) => mail.id === id && (row.sent_at ?? 0) < mail.since),
    ];
    const found = failures.find(({ words, since }) => words !== null && since !== null && since <= before);
    return found ? [{ id, address, words: found.words ?? "", since: found.since ?? 0 }] : [];
  });
}

/** Since when each address's mail has been queued because its relay is unavailable. */
async function oldestUnsent(db: Db) {
  const rows = await db
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select(["outgoing_mail.address_id as id"])
    .select(({ fn }) => [fn.min("delivery.first_tried_at").as("since"), fn.max("delivery.words").as("words")])
    .where("delivery.try_at", "is not", null)
    .where("delivery.state", "=", "deferred")
    .where("delivery.status", "is", null) // an answer about one recipient has a status
    .groupBy("outgoing_mail.address_id")
    .execute();
  return rows.map(({ id, since, words }) => ({ id, words, since: Number(since) }));
}

/** Email data for an admin's home page: failing addresses, and whether the desk has any address. */
export async function mailForAdmin(db: Db, now: number) {
  const any = await db
    .selectFrom("mail_address")
    .select("id")
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return { hasAddress: any !== undefined, failing: any ? await failingAddresses(db, now) : [] };
}

/** Alerts admins once when an address has failed for a while, and once when it works again. A recurring job. */
export async function alertAdmins(tx: Tx, now: number): Promise<void> {
  const failing = await failingAddresses(tx, now);
  const known = await tx
    .selectFrom("mail_address")
    .select(["id", "address"])
    .where("alerted_at", "is not", null)
    .where("deleted_at", "is", null)
    .execute();
  const set = (id: number, alerted_at: number | null) =>
    tx.updateTable("mail_address").set({ alerted_at }).where("id", "=", id).execute();
  for (const { id, address, words } of failing) {
    if (known.some((one) => one.id === id)) continue;
    await set(id, now);
    const content = { subject: say.failsSubject(address), body: say.failsBody(address, plainMarkdown(words)) };
    await mailAdmins(tx, id, failing, content, now);
  }
  for (const { id, address } of known) {
    if (failing.some((one) => one.id === id)) continue;
    await set(id, null);
    const content = { subject: say.worksSubject(address), body: say.worksBody(address) };
    await mailAdmins(tx, id, failing, content, now);
  }
}

/** Sends through a working address; admins also see the failure in the desk. */
async function mailAdmins(
  tx: Tx,
  about: number,
  failing: readonly FailingAddress[],
  content: { subject: string; body: string },
  now: number,
): Promise<void> {
  const senders = (await unpausedSenders(tx)).filter(({ id }) => !failing.some((one) => one.id === id));
  const sender = senders.find(({ id }) => id !== about) ?? senders[0];
  const links = { address: { to: addressHref(about) } };
  if (sender) await mailFrom(tx, sender, { ...content, links }, now);
}

/** Emails all admins; no one if the desk has no working address. */
export async function writeToAdmins(tx: Tx, content: { subject: string; body: string }, now: number): Promise<void> {
  const [sender] = await unpausedSenders(tx);
  if (sender) await mailFrom(tx, sender, { ...content, links: {} }, now);
}

type Mail = Parameters<typeof planWritten>[1];

async function mailFrom(tx: Tx, sender: Mail["sender"], content: Mail["content"], now: number): Promise<void> {
  const admins = await tx
    .selectFrom("user")
    .select(["id", "email"])
    .where("role", "=", "admin")
    .where("state", "=", "active")
    .where("email", "is not", null)
    .execute();
  for (const { id, email } of admins) {
    if (email === null) continue;
    const to = { userId: id, address: email };
    await planWritten(tx, { kind: "notification", sender, taskId: null, to, content }, now);
  }
}
