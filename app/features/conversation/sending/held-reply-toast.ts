import * as say from "../conversation-copy";
import type { ChangeHeld } from "./held-replies.server";

/** What we say of a reply that cannot be withdrawn or sent at once. */
export const HELD_REFUSALS: Record<Exclude<ChangeHeld, { ok: true }>["why"], string> = {
  no_such_task: say.noSuchTask,
  not_yours: say.onlyItsWriterWithdraws,
  sent: say.replyWasSentAlready,
  withdrawn: say.replyWasWithdrawnAlready,
  too_long: say.notWithdrawnTooLong,
  readers: say.notSentOtherReaders,
};

/** What the toasts of one held reply are about: only the newest of them is true. */
export const aboutHeld = (messageId: number) => `held reply ${messageId}`;

/** The id of the form for the next reply. */
export const REPLY_FORM = "reply";
