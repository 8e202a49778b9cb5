import { randomUUID } from "node:crypto";
import type { Tx } from "~/db/transaction.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { rememberIds } from "../threading/known-ids.server";
import { type SignedKind, signedKey } from "../threading/signed-address.server";
import type { WrittenContent, WrittenKind } from "./written-mail";

export type WrittenMail = {
  kind: WrittenKind;
  /** The sending address, of `senderFor`. */
  sender: { id: number; address: string };
  /** Null for mail about an account. */
  taskId: number | null;
  to: { userId: number | null; address: string };
  content: WrittenContent;
  /** What an answer to it becomes. */
  answersAre?: SignedKind;
};

/** Queues one mail to one recipient, in the transaction of the change that causes it. Returns the id of its delivery. */
export async function planWritten(tx: Tx, mail: WrittenMail, now: number): Promise<number> {
  const { taskId, sender, to } = mail;
  const domain = sender.address.slice(sender.address.lastIndexOf("@") + 1);
  const key =
    taskId === null ? "" : `${signedKey({ taskId, userId: 0, kind: mail.answersAre ?? "reply", madeAt: now })}.`;
  const mailId = `${key}${randomUUID()}@${domain}`;
  const { id } = await tx
    .insertInto("outgoing_mail")
    .values({
      ...{ address_id: sender.id, task_id: taskId, message_id: null, kind: mail.kind, mail_id: mailId },
      ...{ content: JSON.stringify(mail.content), created_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (taskId !== null) await rememberIds(tx, { taskId, messageId: null, ours: true }, [mailId], now);
  const delivery = await tx
    .insertInto("delivery")
    .values({
      ...{ outgoing_id: id, user_id: to.userId, address: to.address, address_key: emailKeyOf(to.address) },
      ...{ role: "to", state: "queued", try_at: now, created_at: now },
      ...{ first_tried_at: null, settled_at: null, status: null, dismissed_at: null },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return delivery.id;
}
