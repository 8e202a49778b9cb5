import type { Asking } from "~/features/tasks/task-policy";

/**
 * What a page is told. It says that something is another, never what.
 *
 * task          fields of the task, or what else its page shows
 * message       something was said in it
 * presence      who is at the task
 * notification  what this person has still to read
 * anew          too much was missed to tell it one by one
 * open          this is where the stream begins
 * session       this session has ended, and so has the stream
 * full          this person has opened too many others since, and this one has ended
 */
export type Word =
  | { kind: "task" | "message"; task: number; version?: number }
  | { kind: "presence"; task: number }
  | { kind: "notification" | "anew" | "open" | "session" | "full" };

/** An open page, or all those of one browser. */
export type Stream = {
  viewer: Asking;
  readonly idHash: string;
  readonly to: ReadableStreamDefaultController<Uint8Array>;
};

const encoder = new TextEncoder();

/** One word as a stream has it; `position` is what a stream that is opened anew goes on from. */
export const wordAsBytes = (word: Word, position: number) =>
  encoder.encode(`id: ${position}\ndata: ${JSON.stringify(word)}\n\n`);

/** So that whoever stands between does not take a quiet connection for a dead one. */
export const STILL_THERE = encoder.encode(":\n\n");

/** Somebody who takes so little of what they are told is not there any more: chunks that wait. */
const MOST_WAITING = 200;

/** Hands bytes to a stream. False where nobody takes them. */
export function hand({ to }: Stream, bytes: Uint8Array): boolean {
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
    // It was closed by the other end.
  }
}
