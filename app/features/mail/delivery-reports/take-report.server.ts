import type { Tx } from "~/db/transaction.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { type MailReason, mailReason } from "../mail-reasons";
import type { MailReport, ReportedRecipient } from "../parsing/parsed-mail";
import { idKey } from "../threading/known-ids.server";
import { keyIn, readBounceKey } from "../threading/signed-address.server";
import { deliveryFailed } from "./delivery-failed.server";
import { countHardBounce, isHardBounce, suppressAfterComplaint } from "./suppression.server";

type Taken = { outcome: "bounce" | "ignored"; reason: string; taskId?: number; messageId?: number };

/**
 * Handles a machine's report about a message of ours. `sentTo`: the addresses the report was sent to. A delivery's
 * signed envelope address proves which recipient it concerns; anyone who received the message can forge the headers.
 */
export async function takeReport(tx: Tx, report: MailReport, sentTo: readonly string[], now: number): Promise<Taken> {
  if (report.kind === "receipt") return { outcome: "ignored", reason: mailReason("read_receipt") };
  const proven = await provenDeliveries(tx, sentTo);
  if (report.kind === "abuse") {
    for (const { address_key } of proven) await suppressAfterComplaint(tx, address_key, now);
    return { outcome: "ignored", reason: mailReason("abuse_report"), ...placeOf(proven) };
  }
  const mails = new Set([
    ...proven.map(({ outgoing_id }) => outgoing_id),
    ...(await returnedMails(tx, report.originalId)),
  ]);
  const deliveries = await deliveriesOf(tx, [...mails], report.recipients);
  for (const delivery of deliveries) {
    const said = report.recipients.find(({ address }) => emailKeyOf(address) === delivery.address_key);
    const isProven = proven.some(({ id }) => id === delivery.id);
    if (!isProven && !isHandedOver(delivery)) continue; // it may be forged, and would stop unsent deliveries
    if (said?.action === "failed") await bounce(tx, delivery, said, isProven, now);
    if (said?.action === "delayed" && delivery.state === "sent") await defer(tx, delivery.id, said);
  }
  const reason: MailReason = deliveries.length > 0 ? "delivery_report" : "unmatched_report";
  return { outcome: "bounce", reason, ...placeOf(deliveries) };
}

const withMail = (tx: Tx) =>
  tx
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select(["delivery.id", "delivery.outgoing_id", "delivery.address_key", "delivery.state", "delivery.proven_bounce"])
    .select("delivery.try_at")
    .select(["outgoing_mail.task_id", "outgoing_mail.message_id"])
    .orderBy("delivery.id");

type Delivery = Awaited<ReturnType<ReturnType<typeof withMail>["execute"]>>[number];

/** The deliveries whose signed envelope addresses the report was sent to. */
async function provenDeliveries(tx: Tx, sentTo: readonly string[]): Promise<Delivery[]> {
  const ids = sentTo.map((address) => readBounceKey(keyIn(address) ?? "")).filter((id) => id !== null);
  return ids.length === 0 ? [] : withMail(tx).where("delivery.id", "in", ids).execute();
}

/** The mail whose headers the report returns, by our Message-ID or the relay's. */
async function returnedMails(tx: Tx, originalId: string | null): Promise<number[]> {
  if (originalId === null) return [];
  const key = idKey(originalId);
  const relayed = tx
    .selectFrom("mail_id")
    .select("message_id")
    .where("id_key", "=", key)
    .where("ours", "=", 1)
    .where("message_id", "is not", null);
  const rows = await tx
    .selectFrom("outgoing_mail")
    .select("id")
    .where((eb) => eb.or([eb("mail_id", "in", [originalId, key]), eb("message_id", "in", relayed)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** The deliveries of these mails to the recipients that a report names. */
async function deliveriesOf(tx: Tx, mails: readonly number[], recipients: readonly ReportedRecipient[]) {
  if (mails.length === 0 || recipients.length === 0) return [];
  const keys = recipients.map(({ address }) => emailKeyOf(address));
  return withMail(tx).where("delivery.outgoing_id", "in", mails).where("delivery.address_key", "in", keys).execute();
}

/** Whether a relay accepted it. A delivery that a later report delayed has no attempts left. */
const isHandedOver = ({ state, try_at }: Delivery) => state === "sent" || (state === "deferred" && try_at === null);

async function bounce(
  tx: Tx,
  delivery: Delivery,
  { status, words }: ReportedRecipient,
  isProven: boolean,
  now: number,
): Promise<void> {
  await deliveryFailed(tx, delivery.id, { state: "bounced", status, words }, now);
  if (!isProven || delivery.proven_bounce === 1) return; // one delivery counts once
  await tx.updateTable("delivery").set({ proven_bounce: 1 }).where("id", "=", delivery.id).execute();
  if (isHardBounce(status)) await countHardBounce(tx, delivery.address_key, words, now);
}

/** The recipient's server keeps trying; we don't. */
const defer = (tx: Tx, id: number, { status, words }: ReportedRecipient) =>
  tx.updateTable("delivery").set({ state: "deferred", status, words }).where("id", "=", id).execute();

/** The report's task and message, so that its source is deleted with the message. */
function placeOf([first]: readonly Delivery[]): Pick<Taken, "taskId" | "messageId"> {
  return {
    ...(first?.task_id != null && { taskId: first.task_id }),
    ...(first?.message_id != null && { messageId: first.message_id }),
  };
}
