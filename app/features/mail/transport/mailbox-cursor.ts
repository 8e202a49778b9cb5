import { DAY_MS } from "~/lib/durations";

/** How far a mailbox has been read. Plain data, so that callers can store it as JSON. */
export type MailboxCursor = {
  /** IMAP's UIDVALIDITY, decimal digits. If it changes, all UIDs have changed. */
  uidValidity: string;
  /** All messages up to this UID are stored. */
  lastUid: number;
  /** Old mail not read yet: messages up to UID `until`, received at `since` (UTC milliseconds) or later. */
  backlog: { until: number; since: number } | null;
  /** UIDs of stored messages not yet moved, marked or deleted on the server. */
  unsettled: number[];
};

/** Days to read again after UIDVALIDITY changed; messages already read count as duplicates. */
const DAYS_READ_AGAIN = 7;

/**
 * Adjusts a cursor to the folder that the server just opened. `cursor` is null on the first connection, which reads
 * only new mail and that of the last `firstDays` days. Returns the same object if nothing has changed.
 */
export function alignCursor(
  cursor: MailboxCursor | null,
  folder: { uidValidity: string; uidNext: number },
  firstDays: number,
  now: number,
): MailboxCursor {
  const { uidValidity, uidNext } = folder;
  // A server restored from a backup may keep its UIDVALIDITY but count from a lower UID.
  if (cursor?.uidValidity === uidValidity && cursor.lastUid < uidNext) return cursor;
  const days = cursor ? DAYS_READ_AGAIN : firstDays;
  const until = uidNext - 1;
  if (days === 0 || until === 0) return { uidValidity, lastUid: until, backlog: null, unsettled: [] };
  return { uidValidity, lastUid: 0, backlog: { until, since: now - days * DAY_MS }, unsettled: [] };
}

/** The cursor once `stored` of the UIDs in `batch` (ascending) are stored: it never passes one that isn't. */
export function advance(cursor: MailboxCursor, batch: readonly number[], stored: ReadonlySet<number>): MailboxCursor {
  const firstMissing = batch.findIndex((uid) => !stored.has(uid));
  const done = firstMissing === -1 ? batch : batch.slice(0, firstMissing);
  return { ...cursor, lastUid: Math.max(cursor.lastUid, done.at(-1) ?? 0) };
}
