import type { ImapFlow } from "imapflow";
import { DAY_MS } from "~/lib/durations";
import type { ImapConnection } from "./imap-connection.server";
import { type ListedMessage, type MailboxState, receivedAtOf } from "./imap-fetch.server";

/** UIDs per command: servers limit the length of a line. */
const UIDS_AT_ONCE = 500;

/** Lists the messages above the cursor, by UID. Never asks for flags or dates, except for the days of a backlog. */
export async function listNew(state: MailboxState, { client, lastRefusal }: ImapConnection): Promise<ListedMessage[]> {
  const { backlog, lastUid } = state.cursor;
  const listed: ListedMessage[] = [];
  const ranges = backlog ? await backlogRanges(client, lastUid, backlog, lastRefusal) : newRanges(client, lastUid);
  for (const range of ranges) {
    const rows = client.fetch(range, { uid: true, size: true, internalDate: true }, { uid: true });
    for await (const row of rows) {
      state.answered();
      // "n:*" always includes the last message, and updates about other messages may arrive in between.
      if (row.uid <= lastUid || row.size === undefined || state.stored.has(row.uid)) continue;
      const receivedAt = receivedAtOf(row);
      if (backlog && (row.uid > backlog.until || receivedAt < backlog.since)) continue;
      listed.push({ uid: row.uid, size: row.size, receivedAt });
    }
  }
  state.answered();
  return listed.sort((a, b) => a.uid - b.uid);
}

const newRanges = ({ mailbox }: ImapFlow, lastUid: number) =>
  mailbox && mailbox.exists > 0 ? [`${lastUid + 1}:*`] : [];

async function backlogRanges(
  client: ImapFlow,
  lastUid: number,
  { since, until }: { since: number; until: number },
  lastRefusal: () => string,
): Promise<string[]> {
  if (lastUid >= until) return [];
  // SEARCH compares days of the server's time zone; the exact time is compared later.
  const query = { uid: `${lastUid + 1}:${until}`, since: new Date(since - DAY_MS) };
  const uids = await client.search(query, { uid: true });
  if (!uids) throw new Error(lastRefusal());
  const ranges: string[] = [];
  for (let at = 0; at < uids.length; at += UIDS_AT_ONCE) ranges.push(uids.slice(at, at + UIDS_AT_ONCE).join(","));
  return ranges;
}
