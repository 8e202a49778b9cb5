import * as say from "./sending-texts";

/** What a countdown says, by how many milliseconds are left. */
export function countdownWords(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return seconds > 0 ? say.sendsIn(seconds) : say.sending;
}

/** How long after its time a held reply is looked for, again and again: the server sends it within a second or two. */
const ASK_AGAIN_MS = [1_000, 2_000, 3_500, 6_000, 10_000, 20_000];

/** When the page asks next whether the reply was sent: milliseconds from now; null when it has asked often enough. */
export function asksIn(leftMs: number): number | null {
  const next = ASK_AGAIN_MS.find((after) => leftMs + after > 0);
  return next === undefined ? null : leftMs + next;
}
