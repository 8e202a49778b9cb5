import MailComposer from "nodemailer/lib/mail-composer";
import type { Db } from "~/db/types";
import { LOOP_HEADER } from "../receiving/process-mail.server";
import { bounceKey, loopMark, signedKey, withKey } from "../threading/signed-address.server";
import * as say from "./sending-copy";

export type DeliveryToSend = {
  id: number;
  outgoing_id: number;
  user_id: number | null;
  address: string;
};

/** `fallbackFrom`: the envelope sender for a relay that refuses an empty one. */
export type Composed = { from: string; fallbackFrom?: string; to: string; raw: Buffer };

/** Newest ids of the task kept in References, beside the first one. */
const MAX_REFERENCES = 20;

/** Writes one recipient's copy: the same message for all, but their own envelope sender and address to answer to. */
export async function composeReply(
  db: Db,
  delivery: DeliveryToSend,
  sender: ComposeSender,
  now: number,
): Promise<Composed> {
  const mail = await db
    .selectFrom("outgoing_mail")
    .innerJoin("message", "message.id", "outgoing_mail.message_id")
    .innerJoin("task", "task.id", "outgoing_mail.task_id")
    .leftJoin("user", "user.id", "message.author_id")
    .select(["outgoing_mail.mail_id", "outgoing_mail.created_at", "task.id as task_id", "task.title"])
    .select(["message.body_html", "message.body_text", "user.name as author"])
    .where("outgoing_mail.id", "=", delivery.outgoing_id)
    .executeTakeFirstOrThrow();
  const everyone = await db
    .selectFrom("delivery")
    .leftJoin("user", "user.id", "delivery.user_id")
    .select(["delivery.address", "delivery.role", "user.name"])
    .where("delivery.outgoing_id", "=", delivery.outgoing_id)
    .orderBy("delivery.id")
    .execute();
  const named = (role: "to" | "cc") =>
    everyone.filter((one) => one.role === role).map(({ address, name }) => ({ address, name: name ?? "" }));
  const key = signedKey({ taskId: mail.task_id, userId: delivery.user_id ?? 0, kind: "reply", madeAt: now });
  const { references, subject } = await threadOf(db, mail.task_id, mail.mail_id);
  const link = sender.origin === null ? null : `${sender.origin}/tasks/${mail.task_id}`;
  const composer = new MailComposer({
    from: { name: sender.nameOf(mail.author), address: sender.address },
    ...{ to: named("to"), cc: named("cc") },
    replyTo: sender.plusArrives === false ? sender.address : withKey(sender.address, key),
    subject: say.replySubject(subject ?? mail.title, mail.task_id),
    messageId: `<${mail.mail_id}>`,
    ...(references.length > 0 && { inReplyTo: references.at(-1), references }),
    date: new Date(mail.created_at),
    headers: { [LOOP_HEADER]: loopMark() },
    text: say.replyText(mail.body_text, link),
    html: say.replyHtml(mail.body_html, link),
    textEncoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = withKey(sender.address, bounceKey(delivery.id));
  return { from, to: delivery.address, raw: await composer.compile().build() };
}

export type ComposeSender = {
  address: string;
  plusArrives: boolean | null;
  /** Origin of links, such as `https://desk.example.org`; null where none is known. */
  origin: string | null;
  /** The display name for a message of this author. */
  nameOf: (author: string | null) => string;
};

/** The ids before this mail, oldest first, and the subject the other side began with. */
async function threadOf(db: Db, taskId: number, mailId: string) {
  const ids = await db
    .selectFrom("mail_id")
    .select("id_key")
    .where("task_id", "=", taskId)
    .where("id_key", "!=", mailId)
    .orderBy("at")
    .execute();
  const first = await db
    .selectFrom("message_email")
    .innerJoin("message", "message.id", "message_email.message_id")
    .select("message_email.subject")
    .where("message.task_id", "=", taskId)
    .orderBy("message.id")
    .limit(1)
    .executeTakeFirst();
  const all = ids.map(({ id_key }) => `<${id_key}>`);
  const references = all.length > MAX_REFERENCES ? [...all.slice(0, 1), ...all.slice(1 - MAX_REFERENCES)] : all;
  return { references, subject: first?.subject || null };
}
