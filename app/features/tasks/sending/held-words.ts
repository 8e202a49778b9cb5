import type { ChangeHeld } from "./held-replies.server";

/** What we say of a reply that cannot be withdrawn or sent at once. */
export const HELD_REFUSALS: Record<Exclude<ChangeHeld, { ok: true }>["why"], string> = {
  no_such_task: "There is no such task.",
  not_yours: "Only who wrote a reply can withdraw it.",
  not_held: "That reply is not waiting any more: it was sent, or withdrawn.",
};

/** What the toasts of one held reply are about: only the newest of them is true. */
export const aboutHeld = (messageId: number) => `held reply ${messageId}`;

const two = (n: number) => String(n).padStart(2, "0");

/** "14:03:20 UTC": to the second, because that is what matters for a reply that waits. `at` in UTC milliseconds. */
export function timeToTheSecond(at: number): string {
  const t = new Date(at);
  return `${two(t.getUTCHours())}:${two(t.getUTCMinutes())}:${two(t.getUTCSeconds())} UTC`;
}

/** What a countdown says, by how many milliseconds are left. */
export function countdownWords(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return seconds > 0 ? `Sends in ${seconds} s` : "Sending …";
}

/** How long after its time a held reply is looked for, again and again: the server sends it within a second or two. */
const ASK_AGAIN_MS = [1_000, 2_000, 3_500, 6_000, 10_000, 20_000];

/** When the page asks next whether the reply was sent: milliseconds from now; null when it has asked often enough. */
export function asksIn(leftMs: number): number | null {
  const next = ASK_AGAIN_MS.find((after) => leftMs + after > 0);
  return next === undefined ? null : leftMs + next;
}
