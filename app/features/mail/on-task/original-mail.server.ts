import type { Db } from "~/db/types";
import { withoutLargePictures } from "~/features/conversation/attachments/message-files.server";
import type { EmailHeaders } from "~/features/conversation/messages/message-email";

type Place = { taskId: number; messageId: number };

const emailOf = (db: Db, { taskId, messageId }: Place) =>
  db
    .selectFrom("message_email")
    .innerJoin("message", "message.id", "message_email.message_id")
    .leftJoin("inbound_mail", "inbound_mail.id", "message_email.inbound_id")
    .where("message.id", "=", messageId)
    .where("message.task_id", "=", taskId)
    .where("message.redacted_at", "is", null);

/** The whole email a message came in as. Null for other messages, and once it is redacted. The caller checks agent access. */
export async function readOriginal(db: Db, place: Place) {
  const row = await emailOf(db, place)
    .select(["message.body_html", "message_email.folded_html", "message.created_at as receivedAt"])
    .select(["message_email.from_name", "message_email.from_address", "message_email.reply_to as replyTo"])
    .select(["message_email.recipients", "message_email.subject", "message_email.sent_at as sentAt"])
    .select("inbound_mail.sha256")
    .executeTakeFirst();
  if (!row) return null;
  const { to = [], cc = [] } = JSON.parse(row.recipients) as Partial<Pick<EmailHeaders, "to" | "cc">>;
  const { subject, replyTo, receivedAt, sentAt } = row;
  return {
    ...{ subject, replyTo, receivedAt, sentAt, to, cc },
    from: { name: row.from_name, address: row.from_address },
    html: withoutLargePictures(row.body_html),
    folded: row.folded_html === null ? null : withoutLargePictures(row.folded_html),
    hasSource: row.sha256 !== null,
  };
}

export type OriginalMail = NonNullable<Awaited<ReturnType<typeof readOriginal>>>;

/** Where the source of an email is stored: its log entry, and its file unless that was removed. Null as in `readOriginal`. */
export async function sourceOfMessage(db: Db, place: Place): Promise<{ id: number; sha256: string | null } | null> {
  const row = await emailOf(db, place).select(["inbound_mail.id", "inbound_mail.sha256"]).executeTakeFirst();
  return row ? { id: row.id ?? place.messageId, sha256: row.sha256 } : null;
}
