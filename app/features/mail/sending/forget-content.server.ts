import { sql } from "kysely";
import { isAmong } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import type { Subject } from "~/features/tasks/subjects.server";
import { isUndelivered } from "~/features/tasks/undelivered-mail.server";
import { DAY_MS } from "~/lib/durations";
import { WAITING } from "./delivery-state";
import * as say from "./sending-copy";

/** How long the content of automatic email is kept. */
const KEPT_MS = 7 * DAY_MS;
const AT_ONCE = 1_000;

/**
 * Redacting a message empties notifications that quote it. Unsent notifications and copies of the reply aren't sent.
 */
export const sentContentSubject: Subject = {
  async onEvents(tx, events) {
    for (const event of events) {
      if (event.kind !== "changed" || !("messageId" in event) || event.field === "note_edited") continue;
      const { quoting, copies } = await mailAbout(tx, event.messageId);
      await tx
        .updateTable("outgoing_mail")
        .set({ content: "" })
        .where(isAmong(tx, "id", quoting))
        .execute();
      const stopped = event.field === "message_redacted" ? [...quoting, ...copies] : quoting;
      await tx
        .updateTable("delivery")
        .set({ state: "failed", words: say.redacted, try_at: null, settled_at: event.at, dismissed_at: event.at })
        .where(isAmong(tx, "outgoing_id", stopped))
        .where("state", "in", WAITING)
        .execute();
    }
  },
};

/** Mail that contains a message or a copy that a split created: notifications that quote it, and replies. */
async function mailAbout(tx: Tx, messageId: number): Promise<{ quoting: number[]; copies: number[] }> {
  const { original } = await tx
    .selectFrom("message")
    .select((eb) => eb.fn.coalesce("copy_of", "id").as("original"))
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  const same = tx
    .selectFrom("message")
    .select("id")
    .where((eb) => eb.or([eb("id", "=", original), eb("copy_of", "=", original)]));
  const quoting = await tx
    .selectFrom("mail_quote")
    .select("outgoing_id as id")
    .where("message_id", "in", same)
    .execute();
  const copies = await tx.selectFrom("outgoing_mail").select("id").where("message_id", "in", same).execute();
  return { quoting: quoting.map(({ id }) => id), copies: copies.map(({ id }) => id) };
}

/**
 * Empties automatic email that was settled days ago, except email an agent may still retry. Returns whether there is
 * more. The conditions on `kind` and `content` match the index `outgoing_mail_with_text`.
 */
export async function sweepSentContent(tx: Tx, now: number): Promise<boolean> {
  const old = await tx
    .selectFrom("outgoing_mail")
    .select("id")
    .where(sql<boolean>`kind <> 'reply'`)
    .where(sql<boolean>`content <> ''`)
    .where("created_at", "<", now - KEPT_MS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("delivery")
            .select("delivery.id")
            .whereRef("delivery.outgoing_id", "=", "outgoing_mail.id")
            .where((eb) => eb.or([eb("delivery.try_at", "is not", null), isUndelivered])),
        ),
      ),
    )
    .orderBy("created_at")
    .limit(AT_ONCE)
    .execute();
  const ids = old.map(({ id }) => id);
  await tx
    .updateTable("outgoing_mail")
    .set({ content: "" })
    .where(isAmong(tx, "id", ids))
    .execute();
  return old.length === AT_ONCE;
}
