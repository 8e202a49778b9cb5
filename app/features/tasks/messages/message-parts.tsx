import type { ComponentProps } from "react";
import { part } from "~/ui/part";
import type { AttachedFiles } from "../attachments/attached-files";
import type { CorrectMessage } from "../corrections/correct-message";
import type { HeldReply } from "../sending/held-reply";
import type { ShownMessage } from "./message-page.server";

/** The files of a message, which most have none of. */
export const Attached = part<ComponentProps<typeof AttachedFiles>>(".message-picture, .message-files", () =>
  import("../attachments/attached-files").then((files) => files.AttachedFiles),
);

/** What stands beneath a reply as long as it can be taken back. */
export const Held = part<ComponentProps<typeof HeldReply>>(".held", () =>
  import("../sending/held-reply").then((held) => held.HeldReply),
);

/** What stands beneath a message that was corrected, or may be. */
export const Corrected = part<ComponentProps<typeof CorrectMessage>>(".message-foot", () =>
  import("../corrections/correct-message").then((correct) => correct.CorrectMessage),
);

/** What a page waits for that shows these messages. */
export const loadMessageParts = (messages: readonly Pick<ShownMessage, "files" | "heldUntil">[], corrections = {}) =>
  Promise.all([
    messages.some(({ files }) => files) && Attached.load(),
    messages.some(({ heldUntil }) => heldUntil !== undefined) && Held.load(),
    Object.keys(corrections).length > 0 && Corrected.load(),
  ]);
