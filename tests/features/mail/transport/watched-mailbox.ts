import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import {
  type FetchedMessage,
  type MailboxConfig,
  type MailboxCursor,
  type MailboxEnd,
  type MailboxFailure,
  type MailboxTiming,
  watchMailbox,
} from "~/features/mail/transport/imap-mailbox.server";

/** Quick retries; tests that need polling set their own interval. */
export const QUICK_RETRIES: Partial<MailboxTiming> = { retryMs: 50, maxRetryMs: 200 };

export type WatchedMailbox = {
  /** Stored messages in order, with their text. */
  stored: (FetchedMessage & { text: string })[];
  subjects: () => (string | undefined)[];
  failures: MailboxFailure[];
  /** Number of complete fetches. */
  successes: () => number;
  cursor: () => MailboxCursor | null;
  end: Promise<MailboxEnd>;
  /** Stops watching and returns how long that took, in milliseconds. */
  stop: () => Promise<number>;
};

/** Watches a mailbox until the test ends. `beforeStore` stands in for the database. */
export function watch(
  config: MailboxConfig,
  cursor: MailboxCursor | null = null,
  beforeStore: (message: FetchedMessage) => Promise<void> | void = () => {},
): WatchedMailbox {
  const stopping = new AbortController();
  const stored: WatchedMailbox["stored"] = [];
  const failures: MailboxFailure[] = [];
  let [successes, current] = [0, cursor];
  const end = watchMailbox(
    config,
    cursor,
    {
      async store(message) {
        await beforeStore(message);
        const text = message.part === "nothing" ? "" : await textOf(message.source);
        stored.push({ ...message, text });
        current = message.cursor;
      },
      async saveCursor(next) {
        current = next;
      },
      succeeded() {
        successes++;
      },
      failed: (failure) => void failures.push(failure),
    },
    stopping.signal,
  );
  const stop = async () => {
    const start = Date.now();
    stopping.abort();
    await end;
    return Date.now() - start;
  };
  onTestFinished(async () => void (await stop()));
  return {
    stored,
    subjects: () => stored.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim()),
    failures,
    successes: () => successes,
    cursor: () => current,
    end,
    stop,
  };
}

const textOf = async (source: Buffer | NodeJS.ReadableStream) =>
  (Buffer.isBuffer(source) ? source : await buffer(source)).toString("latin1");

export const aMessage = (subject: string, body = "Hello") =>
  `From: ann@x.example\r\nTo: help@desk.example\r\nSubject: ${subject}\r\n\r\n${body}\r\n`;
