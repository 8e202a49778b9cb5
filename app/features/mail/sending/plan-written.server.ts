import type { Tx } from "~/db/transaction.server";
import type { SignedKind } from "../threading/signed-address.server";
import { queueMail } from "./queue-mail.server";
import type { WrittenContent, WrittenKind } from "./written-mail";

export type WrittenMail = {
  kind: WrittenKind;
  /** The sending address, of `senderFor`. */
  sender: { id: number; address: string };
  /** Null for mail about an account. */
  taskId: number | null;
  to: { userId: number | null; address: string };
  content: WrittenContent;
  /** Messages quoted in it. */
  quotes?: readonly number[];
  /** Whether a reply to it becomes a message or a note. */
  answersAre?: SignedKind;
};

/** Queues one mail to one recipient, in the transaction of the change that causes it. Returns the id of its delivery. */
export async function planWritten(tx: Tx, { to, ...mail }: WrittenMail, now: number): Promise<number> {
  const [delivery = 0] = await queueMail(tx, { ...mail, messageId: null, recipients: [{ ...to, role: "to" }] }, now);
  return delivery;
}
