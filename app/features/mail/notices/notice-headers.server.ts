import type { Db } from "~/db/types";
import { unsubscribeKey } from "../links/unsubscribe-key.server";
import { idKey } from "../threading/known-ids.server";
import { readSignedKey, type SignedKind } from "../threading/signed-address.server";

const MAX_REFERENCES = 20;

/** Puts notifications about one task in one thread: the first ids of the task, which stay the same. */
export async function threadOfTask(db: Db, { task_id, mail_id }: { task_id: number | null; mail_id: string }) {
  if (task_id === null) return {};
  const ids = await db
    .selectFrom("mail_id")
    .select("id_key")
    .where("task_id", "=", task_id)
    .where("id_key", "!=", idKey(mail_id))
    .orderBy("at")
    .orderBy("id_key")
    .limit(MAX_REFERENCES)
    .execute();
  const references = ids.map(({ id_key }) => `<${id_key}>`);
  return references.length > 0 ? { references, inReplyTo: references.at(-1) } : {};
}

/** One click in the mail program stops one kind of mail (RFC 8058). */
export function unsubscribeHeaders(
  event: string | undefined,
  { origin, userId }: { origin: string | null; userId: number | null },
): Record<string, string> {
  if (event === undefined || origin === null || userId === null) return {};
  return {
    "list-unsubscribe": `<${origin}/api/mail/unsubscribe/${unsubscribeKey({ userId, event })}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  };
}

/** What an answer becomes: the key of the task that begins the Message-ID holds it. */
export const answerKind = (mailId: string): SignedKind =>
  readSignedKey(mailId.split(".", 2).join("."))?.kind ?? "reply";
