import type { Asking } from "~/features/tasks/task-policy";

/**
 * An event on a page's stream. It signals that something changed, without details.
 *
 * task          fields of the task, or anything else on its page
 * message       a new message or note
 * presence      who is viewing or writing on the task
 * notification  this person's unread notifications
 * anew          too many changes to list: reload
 * open          the stream has started
 * session       the session has ended, and so has the stream
 * full          this person opened too many streams, so this one has ended
 */
export type Word =
  | { kind: "task" | "message"; task: number; version?: number }
  | { kind: "presence"; task: number }
  | { kind: "notification" | "anew" | "open" | "session" | "full" };

/** The connection of a page, or of all pages in one browser. */
export type Stream = {
  viewer: Asking;
  readonly idHash: string;
  readonly to: ReadableStreamDefaultController<Uint8Array>;
};

const encoder = new TextEncoder();

/** Encodes an event as server-sent event; a reconnecting stream resumes from `position`. */
export const wordAsBytes = (word: Word, position: number) =>
  encoder.encode(`id: ${position}\ndata: ${JSON.stringify(word)}\n\n`);

/** A keep-alive comment, so proxies don't close a quiet connection. */
export const KEEP_ALIVE = encoder.encode(":\n\n");

/** A client with more queued chunks than this is considered gone. */
const MOST_WAITING = 200;

/** Queues bytes on a stream; false if the client is gone. */
export function sendBytes({ to }: Stream, bytes: Uint8Array): boolean {
  if ((to.desiredSize ?? 0) < -MOST_WAITING) return false;
  try {
    to.enqueue(bytes);
    return true;
  } catch {
    return false; // closed
  }
}

export function close({ to }: Stream) {
  try {
    to.close();
  } catch {
    // Already closed by the browser.
  }
}
