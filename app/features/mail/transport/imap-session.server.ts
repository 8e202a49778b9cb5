import type { ImapFlow } from "imapflow";
import { oneLine } from "./connection-words";
import { connectImap, type ImapConnection, ImapSignInError, imapWords } from "./imap-connection.server";
import { batchesOf, fetchBatch, type MailboxState, StoreError } from "./imap-fetch.server";
import { listNew } from "./imap-list.server";
import type { MailboxCallbacks, MailboxConfig, MailboxFailure, MailboxTiming } from "./imap-mailbox.server";
import { settle } from "./imap-settle.server";
import { alignCursor, type MailboxCursor } from "./mailbox-cursor";
import * as say from "./transport-copy";
import { startWatchdog, type Watchdog } from "./watchdog";

/** Before the very first connection there is no cursor. */
export type StateBeforeOpening = Omit<MailboxState, "cursor"> & { cursor: MailboxCursor | null };

const MAX_UNSETTLED = 1_000;

/** Runs one connection, from sign-in to its end. Never rejects. */
export async function readUntilFailure(
  config: MailboxConfig,
  timing: MailboxTiming,
  state: StateBeforeOpening,
  callbacks: MailboxCallbacks,
  signal: AbortSignal,
): Promise<MailboxFailure> {
  const { server } = config;
  let connection: ImapConnection | undefined;
  let watchdog: Watchdog | undefined;
  let silent = false;
  try {
    connection = await connectImap(server, timing.silenceMs, signal);
    const { client } = connection;
    watchdog = startWatchdog(timing.silenceMs, () => {
      silent = true;
      client.close();
    });
    state.answered = watchdog.answered;
    const news = listenForNews(client);
    for (;;) {
      await openFolder(config, state, connection, callbacks);
      watchdog.answered();
      do {
        news.clear();
        await fetchAll(config, state as MailboxState, connection, callbacks);
        callbacks.succeeded?.(state.cursor?.unsettled.length === 0);
      } while (await news.within(timing.pollMs));
    }
  } catch (error) {
    if (error instanceof StoreError) return { kind: "storage", words: error.message };
    if (error instanceof ImapSignInError) {
      return { kind: error.refused ? "credentials" : "server", words: error.message };
    }
    if (silent) return { kind: "server", words: say.noAnswer(server.host) };
    const bye = connection?.client.byeReason;
    const words = bye ? say.closedWith(server.host, oneLine(bye)) : imapWords(connection?.fault() ?? error, server);
    return { kind: "server", words };
  } finally {
    watchdog?.stop();
    connection?.client.close();
  }
}

/** Opens the folder, again with each poll, because only then does the server report UIDVALIDITY. */
async function openFolder(
  { folder, firstDays }: MailboxConfig,
  state: { cursor: MailboxCursor | null; stored: Set<number> },
  { client }: ImapConnection,
  callbacks: MailboxCallbacks,
) {
  const opened = await client.mailboxOpen(folder);
  const uidNext = opened.uidNext || (await highestUid(client)) + 1;
  const known = { uidValidity: String(opened.uidValidity), uidNext };
  const cursor = alignCursor(state.cursor, known, firstDays, Date.now());
  if (cursor === state.cursor) return;
  await save(callbacks, cursor);
  state.cursor = cursor;
  state.stored.clear();
}

/** For the rare server that doesn't announce the next UID. */
async function highestUid(client: ImapConnection["client"]): Promise<number> {
  const last = await client.fetchOne("*", { uid: true });
  return last ? last.uid : 0;
}

async function fetchAll(
  { after }: MailboxConfig,
  state: MailboxState,
  connection: ImapConnection,
  callbacks: MailboxCallbacks,
) {
  await settleStored(); // leftovers of an earlier process or connection
  for (;;) {
    const before = state.cursor;
    const listed = await listNew(state, connection);
    for (const batch of batchesOf(listed)) {
      await fetchBatch(state, connection, batch);
      await settleStored();
    }
    const { backlog, lastUid } = state.cursor;
    if (backlog) state.cursor = { ...state.cursor, lastUid: Math.max(lastUid, backlog.until), backlog: null };
    if (state.cursor === before) return;
    await save(callbacks, state.cursor);
    if (!backlog && listed.length === 0) return;
  }

  async function settleStored() {
    const { unsettled } = state.cursor;
    if (unsettled.length === 0) return;
    const refusal = await settle(connection, after, unsettled);
    state.answered();
    if (refusal !== null) callbacks.failed?.({ kind: "settling", words: say.notMoved(refusal) });
    const left = refusal === null ? [] : unsettled.slice(-MAX_UNSETTLED);
    state.cursor = { ...state.cursor, unsettled: left };
    await save(callbacks, state.cursor);
  }
}

async function save({ saveCursor }: MailboxCallbacks, cursor: MailboxCursor) {
  try {
    await saveCursor(cursor);
  } catch (error) {
    throw new StoreError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Listens for announcements of new messages, which the server may send while other commands run. */
function listenForNews(client: ImapFlow) {
  let isNew = false;
  let wake = () => {};
  client.on("exists", () => {
    isNew = true;
    wake();
  });
  client.on("close", () => wake());
  return {
    clear() {
      isNew = false;
    },
    /** Waits in IDLE: true for new messages, false when it is time to poll. Rejects if the connection has ended. */
    async within(pollMs: number): Promise<boolean> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isNew || client.isClosed) wake();
        else client.idle().catch(() => {}); // a server without IDLE, or one that ends it early, is polled
      });
      if (client.isClosed) throw Object.assign(new Error(), { code: "NoConnection" });
      return isNew;
    },
  };
}
