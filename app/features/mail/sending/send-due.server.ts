import type { Updateable } from "kysely";
import { databaseTrouble } from "~/db/database-errors.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import type { FileStore } from "~/features/files/file-store.server";
import { type Lease, returnLease, takeLease } from "~/features/jobs/lease.server";
import { DAY_MS, MINUTE_MS } from "~/lib/durations";
import { noteFailure, noteSuccess, pauseAfterRefusal } from "../addresses/address-health.server";
import { type MailAccount, mailAccounts } from "../addresses/mail-addresses.server";
import { deliveryFailed } from "../delivery-reports/delivery-failed.server";
import { suppressedAmong } from "../delivery-reports/suppression.server";
import { rememberIds } from "../threading/known-ids.server";
import type { SmtpRelay } from "../transport/smtp-sender.server";
import { composeMail } from "./compose-mail.server";
import type { ComposeSender } from "./compose-reply.server";
import { nextTry, WAITING } from "./delivery-state";
import { SUPPRESSED } from "./queue-mail.server";
import * as say from "./sending-copy";
import { isStillRecipient } from "./still-recipient.server";
import { TO_OUTSIDE } from "./written-mail";

/** Deliveries read at once, and sent at once, per address. */
const READ_AT_ONCE = 60;
const SENT_AT_ONCE = 3;
const LEASE_MS = 2 * MINUTE_MS;
/** An attempt without a known result is retried after this long, with the same Message-ID. */
const CLAIM_MS = 20 * MINUTE_MS;
/** How often an address records its last success, instead of for each copy. */
const NOTE_SUCCESS_MS = 10_000;

export type Sending = {
  store: FileStore;
  relayOf: (account: MailAccount) => SmtpRelay;
  senderOf: (account: MailAccount) => ComposeSender;
  failed: (error: unknown, deliveryId: number) => void;
  /** Addresses that an earlier call of this process still sends from. */
  busy?: Set<number>;
  stopped?: () => boolean;
};

/**
 * Sends due mail. Each address has its own queue, so a server that hangs doesn't block the others, and only one process
 * sends from an address at a time. Returns how many copies it tried to send.
 */
export async function sendDue(db: Db, holder: string, sending: Sending): Promise<number> {
  const now = Date.now();
  await holdOrRelease(db, now);
  const due = await db
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select("outgoing_mail.address_id")
    .distinct()
    .where("delivery.try_at", "<=", now)
    .where("delivery.state", "!=", "held")
    .execute();
  if (due.length === 0) return 0;
  const { busy = new Set() } = sending;
  const isDue = (id: number) => due.some(({ address_id }) => address_id === id);
  const accounts = (await mailAccounts(db)).filter(({ id, paused }) => paused === null && isDue(id) && !busy.has(id));
  const tried = await Promise.all(
    accounts.map((account) => {
      busy.add(account.id);
      return sendFrom(db, holder, account, sending).finally(() => busy.delete(account.id));
    }),
  );
  return tried.reduce((all, some) => all + some, 0);
}

/**
 * Holds deliveries of paused addresses, which include all addresses of a restored desk, and deliveries about tasks in
 * trash or spam. Deliveries of a removed address are held until it can no longer be restored. A released delivery gets
 * two days of retries again.
 */
async function holdOrRelease(db: Db, now: number): Promise<void> {
  const waiting = await db
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .innerJoin("mail_address", "mail_address.id", "outgoing_mail.address_id")
    .leftJoin("task", "task.id", "outgoing_mail.task_id")
    .select(["delivery.id", "delivery.state", "delivery.attempts", "mail_address.paused", "mail_address.deleted_at"])
    .where("delivery.try_at", "is not", null)
    .where((eb) => {
      const isStopped = eb.or([
        eb("mail_address.paused", "is not", null),
        eb("mail_address.deleted_at", "is not", null),
        eb.and([eb("task.put_away", "is not", null), eb("outgoing_mail.kind", "in", TO_OUTSIDE)]),
      ]);
      return eb.or([
        eb.and([eb("delivery.state", "!=", "held"), isStopped]),
        eb.and([eb("delivery.state", "=", "held"), eb.not(isStopped)]),
        eb("mail_address.deleted_at", "<=", now - DAY_MS),
      ]);
    })
    .orderBy("delivery.try_at")
    .limit(500)
    .execute();
  for (const { id, state, attempts, deleted_at } of waiting) {
    await inTransaction(db, async (tx) => {
      if (deleted_at !== null && deleted_at <= now - DAY_MS) {
        return deliveryFailed(tx, id, { state: "failed", status: null, words: say.addressRemoved }, now);
      }
      const released = { state: attempts > 0 ? "deferred" : "queued", first_tried_at: null } as const;
      const change = state === "held" ? released : { state: "held" as const };
      await tx.updateTable("delivery").set(change).where("id", "=", id).where("state", "=", state).execute();
    });
  }
}

/** Sends an address's due mail until none is left, its server is unavailable, or another process takes over. */
async function sendFrom(db: Db, holder: string, account: MailAccount, sending: Sending): Promise<number> {
  const { stopped = () => false } = sending;
  const lease: Lease = { name: `send_mail_${account.id}`, holder };
  let tried = 0;
  let isUsable = true;
  const goesOn = () => isUsable && !stopped();
  while (goesOn() && (await takeLease(db, lease, Date.now(), LEASE_MS))) {
    const due = await dueDeliveries(db, account.id, Date.now());
    const [next, isLast] = [due.values(), due.length < READ_AT_ONCE];
    async function sendNext() {
      for (const delivery of next) {
        if (!goesOn()) return;
        tried++;
        isUsable = (await sendDelivery(db, delivery, account, sending)) && isUsable;
      }
    }
    await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendNext));
    if (isLast) break;
  }
  await returnLease(db, lease);
  return tried;
}

const dueDeliveries = (db: Db, addressId: number, now: number) =>
  db
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select(["delivery.id", "delivery.outgoing_id", "delivery.user_id", "delivery.address", "delivery.address_key"])
    .select(["delivery.attempts", "delivery.first_tried_at", "delivery.try_at"])
    .select(["outgoing_mail.task_id", "outgoing_mail.kind", "outgoing_mail.message_id", "outgoing_mail.content"])
    .where("delivery.try_at", "<=", now)
    .where("delivery.state", "!=", "held")
    .where("outgoing_mail.address_id", "=", addressId)
    .orderBy("delivery.try_at")
    .orderBy("delivery.id")
    .limit(READ_AT_ONCE)
    .execute();

type Due = Awaited<ReturnType<typeof dueDeliveries>>[number];

/** Sends one copy and stores the relay's response. False if the relay is unavailable. */
async function sendDelivery(db: Db, delivery: Due, account: MailAccount, sending: Sending): Promise<boolean> {
  try {
    const now = Date.now();
    if ((await suppressedAmong(db, [delivery.address_key])).size > 0) {
      await inTransaction(db, (tx) => deliveryFailed(tx, delivery.id, SUPPRESSED, now));
      return true;
    }
    if (!(await isStillRecipient(db, delivery))) {
      const dropped = { state: "failed", words: say.noLongerRecipient, try_at: null } as const;
      await settle(db, delivery.id, { ...dropped, settled_at: now, dismissed_at: now });
      return true;
    }
    if (!(await claim(db, delivery, now))) return true;
    const result = await sendCopy(db, delivery, account, sending, now);
    if (sending.stopped?.() && (result.outcome === "away" || result.outcome === "unclear")) {
      const { try_at, first_tried_at, attempts } = delivery;
      await settle(db, delivery.id, { try_at, first_tried_at, attempts }); // the next process sends it at once
      return false;
    }
    await settleDelivery(db, delivery, account, result, Date.now());
    return result.outcome !== "away" && result.outcome !== "refused_credentials";
  } catch (error) {
    if (databaseTrouble(error)) throw error;
    sending.failed(error, delivery.id);
    return true;
  }
}

/** The relay's result for one copy. A copy that can't be composed is retried, like one refused temporarily. */
async function sendCopy(db: Db, delivery: Due, account: MailAccount, sending: Sending, now: number) {
  const composed = await composeMail(db, sending.store, delivery, sending.senderOf(account), now).catch((error) => {
    if (databaseTrouble(error)) throw error;
    sending.failed(error, delivery.id);
  });
  if (!composed) return { outcome: "deferred", status: NOT_COMPOSED, words: say.notComposed } as const;
  const { from, fallbackFrom = account.address, to, raw } = composed;
  return sending.relayOf(account).sendOne({ from, fallbackFrom, to, raw });
}

/** "Other or undefined mail system status" (RFC 3463): the relay isn't to blame. */
const NOT_COMPOSED = "4.3.0";

/** Does nothing if a bounce report arrived in the meantime: its result stays. */
const settle = (db: Db, id: number, values: Updateable<Database["delivery"]>) =>
  db.updateTable("delivery").set(values).where("id", "=", id).where("state", "in", WAITING).execute();

/**
 * Claims a delivery before sending it. If this process is killed, the delivery is retried later with the same
 * Message-ID. False if another process claimed it first, or if it has been held since it was read.
 */
async function claim(db: Db, delivery: Due, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("delivery")
    .set({ try_at: now + CLAIM_MS, first_tried_at: delivery.first_tried_at ?? now, attempts: delivery.attempts + 1 })
    .where("id", "=", delivery.id)
    .where("try_at", "=", delivery.try_at)
    .where("state", "!=", "held")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Result = Awaited<ReturnType<typeof sendCopy>>;

async function settleDelivery(db: Db, delivery: Due, account: MailAccount, result: Result, now: number) {
  await inTransaction(db, async (tx) => {
    const set = (values: Updateable<Database["delivery"]>) => settle(tx, delivery.id, values);
    if (result.outcome === "sent") {
      await set({ state: "sent", try_at: null, settled_at: now, status: null, words: result.answer.slice(0, 500) });
      const { task_id: taskId, message_id: messageId } = delivery;
      if (result.messageId !== null && taskId !== null) {
        await rememberIds(tx, { taskId, messageId, ours: true }, [result.messageId], now);
      }
      if (await isSuccessNews(tx, account.id, now)) await noteSuccess(tx, account.id, "out", now);
      return;
    }
    const words = result.words.slice(0, 500);
    if (result.outcome === "failed") {
      await deliveryFailed(tx, delivery.id, { state: "failed", status: result.status, words }, now);
      return;
    }
    if (result.outcome === "refused_credentials") {
      // The address is misconfigured, so its messages wait for an admin instead of failing.
      const { attempts, first_tried_at } = delivery;
      await set({ state: "held", try_at: now, attempts, first_tried_at, words });
      await pauseAfterRefusal(tx, account.id, words, now);
      return;
    }
    const firstTriedAt = delivery.first_tried_at ?? now;
    const tryAt = nextTry({ attempts: delivery.attempts + 1, firstTriedAt }, now);
    const status = result.outcome === "deferred" ? result.status : null;
    if (tryAt === null) await deliveryFailed(tx, delivery.id, { state: "failed", status, words }, now);
    else await set({ state: "deferred", try_at: tryAt, status, words });
    if (result.outcome === "away") await noteFailure(tx, account.id, "out", words, now);
  });
}

/** Whether to record a success: not for every copy, but always after a failure. */
async function isSuccessNews(tx: Tx, id: number, now: number): Promise<boolean> {
  const address = tx
    .selectFrom("mail_address")
    .select("id")
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("sent_at", "is", null), eb("sent_at", "<", now - NOTE_SUCCESS_MS), eb("failed_direction", "=", "out")]),
    );
  return (await address.executeTakeFirst()) !== undefined;
}
