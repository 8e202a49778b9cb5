import type { ChangeHeld } from "./held-replies.server";

/** What we say of a reply that cannot be withdrawn or sent at once. */
export const HELD_REFUSALS: Record<Exclude<ChangeHeld, { ok: true }>["why"], string> = {
  no_such_task: "There is no such task.",
  not_yours: "Only who wrote a reply can withdraw it.",
  sent: "That reply was sent already.",
  withdrawn: "That reply was withdrawn already.",
  too_long: "Not withdrawn: what you were writing is too long for a draft. Go back to it and make it shorter first.",
};

/** What the toasts of one held reply are about: only the newest of them is true. */
export const aboutHeld = (messageId: number) => `held reply ${messageId}`;

/** The id of the form for the next reply. */
export const REPLY_FORM = "reply";
