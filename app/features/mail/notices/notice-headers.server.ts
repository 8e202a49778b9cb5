import { unsubscribeKey } from "../links/unsubscribe-key.server";
import { placeInId, type SignedKind } from "../threading/signed-address.server";

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

/**
 * Whether a reply to this email becomes a message or a note, by the key at the start of its Message-ID. A note if the
 * secret has changed.
 */
export const answerKind = (mailId: string): SignedKind => placeInId(mailId)?.kind ?? "note";
