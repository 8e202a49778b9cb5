import { randomUUID } from "node:crypto";
import type { Tx } from "~/db/transaction.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { type DeliveryFailure, deliveryFailed } from "../delivery-reports/delivery-failed.server";
import { suppressedAmong } from "../delivery-reports/suppression.server";
import { rememberIds } from "../threading/known-ids.server";
import { type SignedKind, signedKey } from "../threading/signed-address.server";
import * as say from "./sending-copy";

export type MailToQueue = {
  kind: string;
  /** The sending address, of `senderFor`. */
  sender: { id: number; address: string };
  /** Null for mail about an account. */
  taskId: number | null;
  messageId: number | null;
  /** Kept as JSON. */
  content: object;
  recipients: readonly { userId: number | null; address: string; role: "to" | "cc" }[];
  /** Messages quoted in the content. */
  quotes?: readonly number[];
  /** Whether a reply to it becomes a message or a note. */
  answersAre?: SignedKind;
};

/** The final state of a delivery to a suppressed address. */
export const SUPPRESSED: DeliveryFailure = { state: "failed", status: null, words: say.suppressed };

/**
 * Queues one email with a delivery per recipient, in the transaction of the change that causes it. Its Message-ID is
 * assigned here, so retries reuse it. Returns the ids of the deliveries.
 */
export async function queueMail(tx: Tx, mail: MailToQueue, now: number): Promise<number[]> {
  const { kind, sender, taskId, messageId, content } = mail;
  const domain = sender.address.slice(sender.address.lastIndexOf("@") + 1);
  const [only, ...others] = mail.recipients;
  const userId = others.length === 0 ? (only?.userId ?? 0) : 0;
  const key = taskId === null ? "" : `${signedKey({ taskId, userId, kind: mail.answersAre ?? "reply", madeAt: now })}.`;
  const mailId = `${key}${randomUUID()}@${domain}`;
  const { id: outgoingId } = await tx
    .insertInto("outgoing_mail")
    .values({
      ...{ address_id: sender.id, task_id: taskId, message_id: messageId, kind, mail_id: mailId },
      ...{ content: JSON.stringify(content), created_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const message_id of new Set(mail.quotes)) {
    await tx.insertInto("mail_quote").values({ outgoing_id: outgoingId, message_id }).execute();
  }
  if (taskId !== null) await rememberIds(tx, { taskId, messageId, ours: true }, [mailId], now);

  const address = tx.selectFrom("mail_address").select("paused").where("id", "=", sender.id);
  const state = (await address.executeTakeFirst())?.paused == null ? ("queued" as const) : ("held" as const);
  const deliveries = await tx
    .insertInto("delivery")
    .values(
      mail.recipients.map(({ userId, address, role }) => ({
        ...{ outgoing_id: outgoingId, user_id: userId, address, address_key: emailKeyOf(address), role, state },
        ...{ try_at: now, created_at: now, first_tried_at: null, settled_at: null, status: null, dismissed_at: null },
      })),
    )
    .returning(["id", "address_key"])
    .execute();
  const suppressed = await suppressedAmong(
    tx,
    deliveries.map(({ address_key }) => address_key),
  );
  for (const { id, address_key } of deliveries) {
    if (suppressed.has(address_key)) await deliveryFailed(tx, id, SUPPRESSED, now);
  }
  return deliveries.map(({ id }) => id);
}
