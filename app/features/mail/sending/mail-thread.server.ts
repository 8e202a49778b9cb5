import type { Db } from "~/db/types";

/** Ids in References, with the first one of the task. */
const MAX_REFERENCES = 20;

type Copy = { outgoingId: number; taskId: number; userId: number | null };

/**
 * In-Reply-To and References of one recipient's copy: the request's first id, then the ids of messages this person
 * received or wrote, oldest first. Their mail client knows no other ids.
 */
export async function threadOf(db: Db, { outgoingId, taskId, userId }: Copy) {
  const received = await db
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select(["outgoing_mail.mail_id as id", "outgoing_mail.created_at as at"])
    .where("outgoing_mail.task_id", "=", taskId)
    .where("outgoing_mail.id", "<", outgoingId)
    .where("delivery.user_id", "=", userId)
    .where("delivery.state", "!=", "failed")
    .orderBy("outgoing_mail.id", "desc")
    .limit(MAX_REFERENCES)
    .execute();
  const emails = db
    .selectFrom("message")
    .innerJoin("message_email", "message_email.message_id", "message.id")
    .leftJoin("inbound_mail", "inbound_mail.id", "message_email.inbound_id")
    .select((eb) => eb.fn.coalesce("message_email.mail_id", "inbound_mail.message_key").as("id"))
    .select("message.created_at as at")
    .where("message.task_id", "=", taskId)
    .where("message.kind", "=", "public");
  const written = await emails
    .where("message.author_id", "=", userId)
    .orderBy("message.id", "desc")
    .limit(MAX_REFERENCES)
    .execute();
  const first =
    (await emails.orderBy("message.id").limit(1).executeTakeFirst())?.id ?? (await firstKnownId(db, taskId));
  const known = [...received, ...written].sort((one, other) => one.at - other.at).flatMap(({ id }) => id ?? []);
  const ids = [...new Set([...(first ? [first] : []), ...known])];
  const kept = ids.length > MAX_REFERENCES ? [...ids.slice(0, 1), ...ids.slice(1 - MAX_REFERENCES)] : ids;
  const references = kept.map((id) => `<${id}>`);
  const last = known.at(-1) ?? first;
  return last ? { inReplyTo: `<${last}>`, references } : {};
}

/** The request's first id, for requests whose email was swept from the log. */
const firstKnownId = async (db: Db, taskId: number) =>
  (
    await db
      .selectFrom("mail_id")
      .innerJoin("message", "message.id", "mail_id.message_id")
      .select("mail_id.id_key")
      .where("mail_id.task_id", "=", taskId)
      .where("mail_id.ours", "=", 0)
      .where("message.kind", "=", "public")
      .orderBy("mail_id.at")
      .limit(1)
      .executeTakeFirst()
  )?.id_key;

/**
 * The subject of the requester's first email, including their own reference; null for requests that didn't come by
 * email.
 */
export async function originalSubject(db: Db, taskId: number): Promise<string | null> {
  const description = await db
    .selectFrom("message")
    .leftJoin("message_email", "message_email.message_id", "message.id")
    .select("message_email.subject")
    .where("message.task_id", "=", taskId)
    .where("message.kind", "=", "public")
    .orderBy("message.id")
    .limit(1)
    .executeTakeFirst();
  return description?.subject || null;
}
