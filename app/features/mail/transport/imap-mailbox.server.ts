import { setTimeout as delay } from "node:timers/promises";
import { logUnexpected } from "~/lib/log.server";
import type { FetchedMessage } from "./imap-fetch.server";
import { readUntilFailure, type StateBeforeOpening } from "./imap-session.server";
import type { AfterFetch } from "./imap-settle.server";
import type { MailServer } from "./mail-server";
import type { MailboxCursor } from "./mailbox-cursor";

export type { FetchedMessage } from "./imap-fetch.server";
export { type AfterFetch, DEFAULT_AFTER_FETCH } from "./imap-settle.server";
export type { MailboxCursor } from "./mailbox-cursor";

export type MailboxConfig = {
  server: MailServer;
  /** The folder to read. */
  folder: string;
  after: AfterFetch;
  /** Of larger messages only the headers are fetched. */
  maxBytes: number;
  /** How many days of old mail the very first connection reads; 0 for only new mail. */
  firstDays: number;
  timing?: Partial<MailboxTiming>;
};

/** All in milliseconds. */
export type MailboxTiming = {
  /** A poll beside IDLE. */
  pollMs: number;
  /** Reconnects to a server that is silent for this long. */
  silenceMs: number;
  /** The pause after a failure; it doubles with each, up to `maxRetryMs`. */
  retryMs: number;
  maxRetryMs: number;
  /** How long a message that breaks connections blocks the next one. */
  giveUpMs: number;
};

const TIMING: MailboxTiming = {
  pollMs: 60_000,
  silenceMs: 5 * 60_000,
  retryMs: 1_000,
  maxRetryMs: 5 * 60_000,
  giveUpMs: 10 * 60_000,
};

export type MailboxFailure = {
  /** `storage`: the caller couldn't store. `settling`: messages are stored but can't be moved, marked or deleted. */
  kind: "server" | "credentials" | "storage" | "settling";
  /** A sentence, in the server's own words if it gave any. */
  words: string;
};

export type MailboxCallbacks = {
  /** Resolves once the message is committed. Rejects if it can't be stored now; it is then fetched again later. */
  store: (message: FetchedMessage) => Promise<void>;
  /** A cursor that changed without a message. */
  saveCursor: (cursor: MailboxCursor) => Promise<void>;
  /** All messages are stored. `isSettled`: and also moved, marked or deleted on the server. */
  succeeded?: (isSettled: boolean) => void;
  failed?: (failure: MailboxFailure) => void;
};

/** `paused`: the server refused the credentials, so only an admin can help. */
export type MailboxEnd = { outcome: "stopped" } | { outcome: "paused"; words: string };

/** How long shutdown waits for a message that is being stored. */
const STORE_GRACE_MS = 700;

/**
 * Reads a mailbox until `signal` aborts or the server refuses the credentials. `cursor` is the one saved last, null on the
 * first connection. Reconnects by itself after any other failure; never rejects.
 */
export async function watchMailbox(
  config: MailboxConfig,
  cursor: MailboxCursor | null,
  callbacks: MailboxCallbacks,
  signal: AbortSignal,
): Promise<MailboxEnd> {
  const timing = { ...TIMING, ...config.timing };
  const settings = { ...config, after: withoutCircle(config) };
  const { succeeded, failed } = callbacks;
  const stop = stopped(signal);
  let storing: Promise<void> = Promise.resolve();
  const state: StateBeforeOpening = {
    maxBytes: config.maxBytes,
    settles: settings.after.action !== "leave",
    store(message) {
      storing = callbacks.store(message);
      return storing;
    },
    cursor,
    stored: new Set(),
    strikes: new Map(),
    giveUpMs: timing.giveUpMs,
    answered: () => {},
  };

  let failures = 0;
  const guarded: MailboxCallbacks = {
    ...callbacks,
    succeeded(isSettled) {
      failures = 0;
      quietly(() => succeeded?.(isSettled));
    },
    failed: (failure) => quietly(() => failed?.(failure)),
  };
  while (!signal.aborted) {
    const failure = await Promise.race([readUntilFailure(settings, timing, state, guarded, signal), stop]);
    if (signal.aborted || failure === null) break;
    guarded.failed?.(failure);
    if (failure.kind === "credentials") return { outcome: "paused", words: failure.words };
    const pause = Math.min(timing.retryMs * 2 ** failures++, timing.maxRetryMs);
    await delay(pause * (0.8 + 0.4 * Math.random()), undefined, { signal }).catch(() => {});
  }
  await Promise.race([storing.catch(() => {}), delay(STORE_GRACE_MS, undefined, { ref: false })]);
  return { outcome: "stopped" };
}

/** Prevents moves within the same folder: they give messages new UIDs, which would be fetched again and again. */
const withoutCircle = ({ after, folder }: MailboxConfig): AfterFetch =>
  after.action === "move" && after.folder.toLowerCase() === folder.toLowerCase() ? { action: "leave" } : after;

/** If recording a mailbox's health fails, reading continues. */
function quietly(note: () => void) {
  try {
    note();
  } catch (error) {
    logUnexpected(error);
  }
}

const stopped = (signal: AbortSignal) =>
  new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", () => resolve(null), { once: true });
  });
