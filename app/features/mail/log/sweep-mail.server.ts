import type { Tx } from "~/db/transaction.server";
import { dropFilesAfterwards } from "~/features/files/file-rows.server";
import type { Subject } from "~/features/tasks/subjects.server";
import { DAY_MS } from "~/lib/durations";
import { readOptions } from "../addresses/address-columns.server";

const AT_ONCE = 200;

/** Removes processed mail past its address's retention period, with its source. Returns whether there is more. */
export async function sweepMailLog(tx: Tx, now: number): Promise<boolean> {
  let swept = 0;
  for (const address of await tx.selectFrom("mail_address").select(["id", "options"]).execute()) {
    const old = await tx
      .selectFrom("inbound_mail")
      .select(["id", "sha256"])
      .where("address_id", "=", address.id)
      .where("outcome", "is not", null)
      .where("received_at", "<", now - readOptions(address).keepDays * DAY_MS)
      .orderBy("received_at")
      .limit(AT_ONCE)
      .execute();
    if (old.length === 0) continue;
    const ids = old.map(({ id }) => id);
    await tx.updateTable("message_email").set({ inbound_id: null }).where("inbound_id", "in", ids).execute();
    await tx.deleteFrom("inbound_mail").where("id", "in", ids).execute();
    await dropFilesAfterwards(
      tx,
      old.map(({ sha256 }) => sha256),
      now,
    );
    swept += old.length;
  }
  return swept >= AT_ONCE;
}

/** A redacted message loses its source as well. */
export const mailLogSubject: Subject = {
  async onEvents(tx, events) {
    for (const event of events) {
      if (event.kind !== "changed" || !("messageId" in event) || event.field === "note_edited") continue;
      const ofMessage = event.messageId;
      // Includes copies of the email sent to other addresses, and bounces that returned the message.
      const own = tx.selectFrom("inbound_mail as own").select("own.id").where("own.message_id", "=", ofMessage);
      const sources = await tx
        .selectFrom("inbound_mail")
        .select(["id", "sha256"])
        .where((eb) => eb.or([eb("message_id", "=", ofMessage), eb("same_as", "in", own)]))
        .where("sha256", "is not", null)
        .execute();
      if (sources.length === 0) continue;
      const ids = sources.map(({ id }) => id);
      await tx.updateTable("inbound_mail").set({ sha256: null, subject: "" }).where("id", "in", ids).execute();
      await dropFilesAfterwards(
        tx,
        sources.map(({ sha256 }) => sha256),
        event.at,
      );
    }
  },
};
