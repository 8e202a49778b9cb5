import { databaseTrouble } from "~/db/database-errors.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type Lease, returnLease, takeLease } from "~/features/jobs/lease.server";
import { MINUTE_MS } from "~/lib/durations";
import { type MailAccount, mailAccounts } from "../addresses/mail-addresses.server";
import { rememberIds } from "../threading/known-ids.server";
import type { SendResult, SmtpRelay } from "../transport/smtp-sender.server";
import { composeMail } from "./compose-mail.server";
import type { ComposeSender } from "./compose-reply.server";
import { nextTry } from "./delivery-state";

const AT_ONCE = 20;
const LEASE_MS = 2 * MINUTE_MS;
/** A try whose end isn't known after this long is made again, with the same Message-ID. */
const CLAIM_MS = 20 * MINUTE_MS;

export type Sending = {
  relayOf: (account: MailAccount) => SmtpRelay;
  senderOf: (account: MailAccount) => ComposeSender;
  failed: (error: unknown, deliveryId: number) => void;
  stopped?: () => boolean;
};

/** Sends what is due, in one process at a time. Returns how many copies it tried to send. */
export async function sendDue(db: Db, holder: string, sending: Sending): Promise<number> {
  const { stopped = () => false } = sending;
  const lease: Lease = { name: "send_mail", holder };
  let tried = 0;
  while (!stopped()) {
    const due = await dueDeliveries(db, Date.now());
    if (due.length === 0) break;
    if (!(await takeLease(db, lease, Date.now(), LEASE_MS))) return tried;
    const accounts = new Map((await mailAccounts(db)).map((account) => [account.id, account]));
    for (const delivery of due) {
      if (stopped() || !(await takeLease(db, lease, Date.now(), LEASE_MS))) break;
      const account = accounts.get(delivery.address_id ?? 0);
      if (!account || account.paused !== null) continue;
      try {
        tried++;
        if (await sendDelivery(db, delivery, account, sending)) continue;
        accounts.set(account.id, { ...account, paused: "" }); // the server is away: its other mail waits
      } catch (error) {
        if (databaseTrouble(error)) throw error;
        sending.failed(error, delivery.id);
      }
    }
    if (due.length < AT_ONCE) break;
  }
  await returnLease(db, lease);
  return tried;
}

const dueDeliveries = (db: Db, now: number) =>
  db
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .innerJoin("mail_address", "mail_address.id", "outgoing_mail.address_id")
    .select(["delivery.id", "delivery.outgoing_id", "delivery.user_id", "delivery.address", "delivery.attempts"])
    .select([
      "delivery.first_tried_at",
      "outgoing_mail.address_id",
      "outgoing_mail.task_id",
      "outgoing_mail.kind",
      "outgoing_mail.message_id",
    ])
    .where("delivery.try_at", "<=", now)
    .where("mail_address.paused", "is", null)
    .orderBy("delivery.try_at")
    .orderBy("delivery.id")
    .limit(AT_ONCE)
    .execute();

type Due = Awaited<ReturnType<typeof dueDeliveries>>[number];

/** Sends one copy and keeps what the relay said. False if the relay can't be used at the moment. */
async function sendDelivery(db: Db, delivery: Due, account: MailAccount, sending: Sending): Promise<boolean> {
  const now = Date.now();
  const {
    from,
    fallbackFrom = account.address,
    to,
    raw,
  } = await composeMail(db, delivery, sending.senderOf(account), now);
  // Claimed before it is sent: if this process is killed, the next try comes later, and with the same Message-ID.
  await db
    .updateTable("delivery")
    .set({ try_at: now + CLAIM_MS, first_tried_at: delivery.first_tried_at ?? now, attempts: delivery.attempts + 1 })
    .where("id", "=", delivery.id)
    .execute();
  const result = await sending.relayOf(account).sendOne({ from, fallbackFrom, to, raw });
  await settleDelivery(db, delivery, account, result, Date.now());
  return result.outcome !== "away" && result.outcome !== "refused_credentials";
}

async function settleDelivery(db: Db, delivery: Due, account: MailAccount, result: SendResult, now: number) {
  await inTransaction(db, async (tx) => {
    const set = (values: object) => tx.updateTable("delivery").set(values).where("id", "=", delivery.id).execute();
    if (result.outcome === "sent") {
      await set({ state: "sent", try_at: null, settled_at: now, status: null, words: result.answer.slice(0, 500) });
      const { task_id: taskId, message_id: messageId } = delivery;
      if (result.messageId !== null && taskId !== null) {
        await rememberIds(tx, { taskId, messageId, ours: true }, [result.messageId], now);
      }
      const ok = { sent_at: now, succeeded_at: now, failed_at: null, failure: null };
      await tx.updateTable("mail_address").set(ok).where("id", "=", account.id).execute();
      return;
    }
    const words = result.words.slice(0, 500);
    if (result.outcome === "failed") {
      await set({ state: "failed", try_at: null, settled_at: now, status: result.status, words });
      return;
    }
    if (result.outcome === "refused_credentials") {
      // The address is at fault, so none of its messages fails: they wait for an admin.
      await set({ try_at: now, attempts: delivery.attempts, words });
      await tx
        .updateTable("mail_address")
        .set({ paused: words, paused_at: now })
        .where("id", "=", account.id)
        .execute();
      return;
    }
    const firstTriedAt = delivery.first_tried_at ?? now;
    const tryAt = nextTry({ attempts: delivery.attempts + 1, firstTriedAt }, now);
    const status = result.outcome === "deferred" ? result.status : null;
    const state = tryAt === null ? "failed" : "deferred";
    await set({ state, try_at: tryAt, settled_at: tryAt === null ? now : null, status, words });
    if (result.outcome === "away") {
      await tx
        .updateTable("mail_address")
        .set((eb) => ({ failed_at: eb.fn.coalesce("failed_at", eb.val(now)), failure: words }))
        .where("id", "=", account.id)
        .execute();
    }
  });
}
