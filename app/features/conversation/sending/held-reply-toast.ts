import * as say from "../conversation-copy";
import type { ChangeHeld } from "./held-replies.server";

/** Errors for a reply that can't be withdrawn or sent now. */
export const HELD_REFUSALS: Record<Exclude<ChangeHeld, { ok: true }>["why"], string> = {
  no_such_task: say.noSuchTask,
  not_yours: say.onlyAuthorWithdraws,
  sent: say.replyAlreadySent,
  withdrawn: say.replyAlreadyWithdrawn,
  too_long: say.notWithdrawnTooLong,
  readers: say.notSentReadersChanged,
};

/** Topic of one held reply's toasts: only the newest is true. */
export const aboutHeld = (messageId: number) => `held reply ${messageId}`;

/** Form id. */
export const REPLY_FORM = "reply";
