import { Readable } from "node:stream";
import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import { type ImapConnection, isPassingRefusal } from "./imap-connection.server";
import { advance, type MailboxCursor } from "./mailbox-cursor";
import * as say from "./transport-copy";

/** A message from a mailbox. */
export type FetchedMessage = {
  uid: number;
  uidValidity: string;
  /** Bytes, as the server counts them. */
  size: number;
  /** When the server received it, UTC milliseconds. */
  receivedAt: number;
  /** Save this in the same transaction as the message, so it is stored only once even if the process dies. */
  cursor: MailboxCursor;
} & (
  | { part: "whole"; source: Buffer | Readable }
  /** The message is larger than `maxBytes`: its headers and the empty line. */
  | { part: "headers"; source: Buffer }
  /** The server repeatedly fails on this message. It stays in its folder. */
  | { part: "nothing"; words: string }
);

/** The caller couldn't store a message, with the caller's reason. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** The state of reading one mailbox. It outlives connections. */
export type MailboxState = {
  maxBytes: number;
  cursor: MailboxCursor;
  /** Whether to move, mark or delete stored messages. */
  settles: boolean;
  store: (message: FetchedMessage) => Promise<void>;
  /** UIDs above the cursor that are already stored: responses may arrive in any order. */
  stored: Set<number>;
  strikes: Map<number, { count: number; since: number }>;
  /** Skips a message that breaks connections for this long, and at least five times. */
  giveUpMs: number;
  /** Records that the server responded. */
  answered: () => void;
};

export type ListedMessage = { uid: number; size: number; receivedAt: number };

/** Messages up to this size are fetched many at once, larger ones one by one as a stream. */
const SMALL_BYTES = 512 * 1024;
/** Some servers report wrong sizes: a "small" message that fills this is longer, so it is fetched again as a stream. */
const PART_BYTES = 2 * SMALL_BYTES;
const BATCH_MESSAGES = 50;
const BATCH_BYTES = 8 * 1024 * 1024;
const STREAM_CHUNK_BYTES = 256 * 1024;
const MIN_STRIKES = 5;

/** Splits messages into batches, each fetched by one command. */
export function batchesOf(messages: readonly ListedMessage[]): ListedMessage[][] {
  const batches: ListedMessage[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const batch = batches.at(-1);
    bytes += message.size;
    if (batch?.[0] && isSmall(batch[0]) && isSmall(message) && batch.length < BATCH_MESSAGES && bytes <= BATCH_BYTES) {
      batch.push(message);
    } else {
      batches.push([message]);
      bytes = message.size;
    }
  }
  return batches;
}

const isSmall = ({ size }: ListedMessage) => size <= SMALL_BYTES;

/** Fetches and stores one batch, and moves the cursor. Throws `StoreError` or the connection's error. */
export async function fetchBatch(state: MailboxState, imap: ImapConnection, batch: ListedMessage[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  try {
    if (isPassedOver(state, first.uid)) await storeNothing(state, batch, first);
    else if (!isSmall(first)) await fetchLarge(state, imap, batch, first);
    else await fetchSmall(state, imap, batch);
  } catch (error) {
    const failed = batch.find(({ uid }) => !state.stored.has(uid));
    if (failed && !(error instanceof StoreError) && !isPassingRefusal(error)) addStrike(state, failed.uid);
    throw error;
  }
  // Messages still missing were deleted on the server in the meantime.
  for (const { uid } of batch) state.stored.add(uid);
  moveCursor(state, batch);
}

async function fetchSmall(state: MailboxState, imap: ImapConnection, batch: ListedMessage[]) {
  const waiting = new Map(batch.map((message) => [message.uid, message]));
  const longer: ListedMessage[] = [];
  const query: FetchQueryObject = { uid: true, source: { start: 0, maxLength: PART_BYTES } };
  for await (const { uid, source } of imap.client.fetch([...waiting.keys()].join(","), query, { uid: true })) {
    state.answered();
    const message = waiting.get(uid);
    if (!message || !source) continue;
    waiting.delete(uid);
    if (source.length >= PART_BYTES) longer.push(message);
    else await storeOne(state, batch, message, { part: "whole", source });
    state.answered();
  }
  for (const message of longer) await fetchLarge(state, imap, batch, message);
  for (const message of waiting.values()) await expectDeleted(state, imap, message);
}

async function fetchLarge(state: MailboxState, imap: ImapConnection, batch: ListedMessage[], message: ListedMessage) {
  const uid = String(message.uid);
  if (message.size > state.maxBytes) {
    const row = await imap.client.fetchOne(uid, { uid: true, headers: true }, { uid: true });
    state.answered();
    const headers = row ? row.headers : undefined;
    if (!headers) return expectDeleted(state, imap, message);
    return storeOne(state, batch, message, { part: "headers", source: headers });
  }
  const download = await imap.client.download(uid, undefined, { uid: true, chunkSize: STREAM_CHUNK_BYTES });
  state.answered();
  if (!("content" in download) || !download.content) return expectDeleted(state, imap, message);
  const source = Readable.from(watched(download.content, state.answered), { objectMode: false });
  source.on("error", () => {}); // the caller's store may have stopped reading
  try {
    await storeOne(state, batch, message, { part: "whole", source });
  } catch (error) {
    throw source.errored ?? error;
  } finally {
    source.destroy();
    download.content.destroy();
  }
}

async function* watched(content: Readable, answered: () => void) {
  for await (const chunk of content) {
    answered();
    yield chunk as Buffer;
  }
}

async function storeNothing(state: MailboxState, batch: ListedMessage[], first: ListedMessage) {
  await storeOne(state, batch, first, { part: "nothing", words: say.unreadableMessage });
  batch.splice(1); // the others come with the next list
}

/** Throws if the message still exists, because the server omitted it from its response. */
async function expectDeleted(state: MailboxState, { client }: ImapConnection, { uid }: ListedMessage) {
  const row = await client.fetchOne(String(uid), { uid: true, size: true }, { uid: true });
  state.answered();
  if (row && row.size !== undefined) throw new Error(say.unreadableMessage);
}

type Part =
  | { part: "whole"; source: Buffer | Readable }
  | { part: "headers"; source: Buffer }
  | { part: "nothing"; words: string };

async function storeOne(state: MailboxState, batch: ListedMessage[], message: ListedMessage, part: Part) {
  const { uid } = message;
  const unsettled =
    state.settles && part.part !== "nothing" ? [...state.cursor.unsettled, uid] : state.cursor.unsettled;
  const next = { ...advance(state.cursor, uidsOf(batch), new Set([...state.stored, uid])), unsettled };
  try {
    await state.store({ ...message, uidValidity: next.uidValidity, cursor: next, ...part });
  } catch (error) {
    throw new StoreError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  state.stored.add(uid);
  state.strikes.delete(uid);
  state.cursor = next;
}

const uidsOf = (batch: readonly ListedMessage[]) => batch.map(({ uid }) => uid);

function moveCursor(state: MailboxState, batch: ListedMessage[]) {
  state.cursor = advance(state.cursor, uidsOf(batch), state.stored);
  for (const uid of state.stored) if (uid <= state.cursor.lastUid) state.stored.delete(uid);
}

function addStrike({ strikes }: MailboxState, uid: number) {
  const { count, since } = strikes.get(uid) ?? { count: 0, since: Date.now() };
  strikes.set(uid, { count: count + 1, since });
}

function isPassedOver({ strikes, giveUpMs }: MailboxState, uid: number) {
  const found = strikes.get(uid);
  return found !== undefined && found.count >= MIN_STRIKES && Date.now() - found.since >= giveUpMs;
}

/** The time of receipt; now, if the server doesn't say. */
export function receivedAtOf({ internalDate }: FetchMessageObject): number {
  const time = internalDate instanceof Date ? internalDate.getTime() : Date.parse(internalDate ?? "");
  return Number.isNaN(time) ? Date.now() : time;
}
