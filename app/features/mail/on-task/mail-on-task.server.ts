import { sql } from "kysely";
import type { Db } from "~/db/types";
import type { ShownMessage } from "~/features/conversation/messages/message-page.server";
import type { Recipient } from "~/features/conversation/sending/recipients.server";
import { isUndelivered } from "~/features/tasks/undelivered-mail.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { isNoReply } from "../parsing/automatic-mail";
import { senderFor } from "../sending/mail-sender.server";
import { withoutKey } from "../threading/signed-address.server";
import { failureReason, suppressionReason } from "./delivery-words";

/** The task of a page whose viewer has agent access to it. */
export type MailTask = {
  id: number;
  messages: readonly ShownMessage[];
  requester: { id: number };
  participants: readonly { id: number }[];
  recipients: readonly Recipient[];
  hasSentMail: boolean;
  sendsMail: boolean;
};

/** The email details that agents see on a task, besides the messages themselves. */
export async function readMailOnTask(db: Db, task: MailTask) {
  const [sent, reply, others] = await Promise.all([
    task.hasSentMail ? readDeliveries(db, task) : NOTHING_SENT,
    task.sendsMail ? readReplyMail(db, task) : null,
    readOtherAddresses(db, task),
  ]);
  return { ...sent, reply, others };
}

export type MailOnTask = Awaited<ReturnType<typeof readMailOnTask>>;

const deliveriesOf = (db: Db, taskId: number, messages: readonly number[]) =>
  db
    .selectFrom("outgoing_mail")
    .innerJoin("delivery", "delivery.outgoing_id", "outgoing_mail.id")
    .leftJoin("user", "user.id", "delivery.user_id")
    .select(["delivery.id", "delivery.user_id", "delivery.address", "delivery.address_key", "delivery.state"])
    .select(["delivery.status", "delivery.words", "delivery.try_at", "delivery.settled_at", "user.name"])
    .select(["outgoing_mail.message_id", sql<0 | 1>`case when ${isUndelivered} then 1 else 0 end`.as("undelivered")])
    .where("outgoing_mail.task_id", "=", taskId)
    .where((eb) => eb.or([eb("outgoing_mail.message_id", "in", [0, ...messages]), isUndelivered]))
    .orderBy("delivery.id")
    .execute();

type DeliveryRow = Awaited<ReturnType<typeof deliveriesOf>>[number];

const asShown = (row: DeliveryRow) => ({
  id: row.id,
  name: row.name ?? row.address,
  address: row.address,
  state: row.state,
  /** When it was sent or failed; of a delayed one, when it is tried again. */
  at: row.state === "deferred" ? row.try_at : row.settled_at,
  words: row.words,
});

export type ShownDelivery = ReturnType<typeof asShown>;

const asUndelivered = (row: DeliveryRow) => ({
  id: row.id,
  address: row.address,
  reason: failureReason(row),
  /** Null for an address without a person. */
  personId: row.user_id,
  mails: 1,
});

export type Undelivered = ReturnType<typeof asUndelivered>;

/** Deliveries by message, and the latest undelivered one of each address, including those on other pages. */
async function readDeliveries(db: Db, { id, messages }: Pick<MailTask, "id" | "messages">) {
  const onPage = new Set(messages.map((message) => message.id));
  const deliveries: Record<number, ShownDelivery[]> = {};
  const undelivered = new Map<string, Undelivered>();
  for (const row of await deliveriesOf(db, id, [...onPage])) {
    const { message_id: messageId, address_key: key } = row;
    if (messageId !== null && onPage.has(messageId)) {
      deliveries[messageId] = [...(deliveries[messageId] ?? []), asShown(row)];
    }
    if (row.undelivered === 1) {
      undelivered.set(key, { ...asUndelivered(row), mails: (undelivered.get(key)?.mails ?? 0) + 1 });
    }
  }
  return { deliveries, undelivered: [...undelivered.values()] };
}

const NOTHING_SENT: Awaited<ReturnType<typeof readDeliveries>> = { deliveries: {}, undelivered: [] };

/** A reply's sending address, and the recipients it can't be emailed to. Null for a desk without an address. */
async function readReplyMail(db: Db, { id, recipients }: Pick<MailTask, "id" | "recipients">) {
  const sender = await senderFor(db, id);
  if (!sender) return null;
  const active = recipients.filter(({ disabled }) => !disabled);
  const byKey = new Map(active.flatMap(({ email }) => (email === null ? [] : [[emailKeyOf(email), email]])));
  const rows = await db
    .selectFrom("mail_suppression")
    .select(["address_key", "hard_bounces"])
    .where("address_key", "in", ["", ...byKey.keys()])
    .where("suppressed_at", "is not", null)
    .orderBy("address_key")
    .execute();
  return {
    from: sender.address,
    suppressed: rows.map(({ address_key: key, hard_bounces }) => ({
      address: byKey.get(key) ?? key,
      reason: suppressionReason(hard_bounces),
    })),
    withoutAddress: active.flatMap(({ name, email }) => (email === null ? name : [])),
  };
}

export type ReplyMail = NonNullable<Awaited<ReturnType<typeof readReplyMail>>>;

/** Addresses shown of one message, of those an email can name. */
const MOST_OTHERS = 20;

/** Addresses by message that an email also went to, without the desk's own and those of people on the task. */
async function readOtherAddresses(db: Db, task: Pick<MailTask, "messages" | "requester" | "participants">) {
  const onTask = new Set([task.requester.id, ...task.participants.map(({ id }) => id)]);
  const mails = task.messages.flatMap(({ id, email }) =>
    email?.headers ? { id, named: [...email.headers.to, ...email.headers.cc] } : [],
  );
  const keys = [...new Set(mails.flatMap(({ named }) => named.map(({ address }) => emailKeyOf(address))))];
  if (keys.length === 0) return {};
  const known = await db
    .selectFrom("user")
    .select(["email_key as key", "id as user_id"])
    .where("email_key", "in", keys)
    .unionAll(db.selectFrom("user_address").select(["email_key as key", "user_id"]).where("email_key", "in", keys))
    .unionAll(
      db
        .selectFrom("mail_address")
        .select(["address_key as key", sql<number>`0`.as("user_id")])
        .where("address_key", "in", keys.map(withoutKey)),
    )
    .execute();
  const ours = new Set(known.flatMap(({ key, user_id: id }) => (id === 0 ? key : [])));
  const present = new Set(known.flatMap(({ key, user_id: id }) => (onTask.has(id) ? key : [])));
  const isOther = (key: string) => !present.has(key) && !ours.has(withoutKey(key)) && !isNoReply(key);
  const others: Record<number, { name: string; address: string }[]> = {};
  for (const { id, named } of mails) {
    const each = new Map(named.map((one) => [emailKeyOf(one.address), one] as const).filter(([key]) => isOther(key)));
    if (each.size > 0) others[id] = [...each.values()].slice(0, MOST_OTHERS);
  }
  return others;
}
