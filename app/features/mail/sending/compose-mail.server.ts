import type { Db } from "~/db/types";
import type { FileStore } from "~/features/files/file-store.server";
import { type Composed, type ComposeSender, composeReply, type DeliveryToSend } from "./compose-reply.server";
import { composeWritten } from "./compose-written.server";

/** Writes one recipient's copy of any outgoing mail. */
export const composeMail = (
  db: Db,
  store: FileStore,
  delivery: DeliveryToSend & { kind: string },
  sender: ComposeSender,
  now: number,
): Promise<Composed> =>
  delivery.kind === "reply"
    ? composeReply(db, store, delivery, sender, now)
    : composeWritten(db, delivery, sender, now);
