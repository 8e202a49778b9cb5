import type { Db } from "~/db/types";
import { type Composed, type ComposeSender, composeReply, type DeliveryToSend } from "./compose-reply.server";
import { composeWritten } from "./compose-written.server";

/** Writes one recipient's copy of any outgoing mail. */
export const composeMail = (
  db: Db,
  delivery: DeliveryToSend & { kind: string },
  sender: ComposeSender,
  now: number,
): Promise<Composed> =>
  delivery.kind === "reply" ? composeReply(db, delivery, sender, now) : composeWritten(db, delivery, sender, now);
