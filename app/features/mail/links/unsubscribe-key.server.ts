import { timingSafeEqual } from "node:crypto";
import { keyedDigest } from "~/lib/keyed-digest.server";

/*
 * The key in the unsubscribe link of a mail: "12.note.<24 hex digits>". It is signed and not stored, because the link
 * must work for as long as the email is kept. It can only stop one kind of mail to one person.
 */

type Subscription = { userId: number; event: string };

const claimOf = ({ userId, event }: Subscription) => `${userId}.${event}`;

export const unsubscribeKey = (subscription: Subscription) =>
  `${claimOf(subscription)}.${keyedDigest("unsubscribe", claimOf(subscription))}`;

/** Null for a text that isn't a key of ours. */
export function readUnsubscribeKey(key: string): Subscription | null {
  const [, id, event, digest] = /^([1-9]\d{0,8})\.([a-z_]{1,30})\.([0-9a-f]{24})$/.exec(key) ?? [];
  if (!id || !event || !digest) return null;
  const subscription = { userId: Number(id), event };
  const right = keyedDigest("unsubscribe", claimOf(subscription));
  return timingSafeEqual(Buffer.from(digest), Buffer.from(right)) ? subscription : null;
}
