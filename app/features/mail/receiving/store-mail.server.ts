import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { NotWritten } from "~/features/files/disk-errors.server";
import { keepFile } from "~/features/files/file-rows.server";
import type { FileStore } from "~/features/files/file-store.server";
import { discard, receiveFile } from "~/features/files/receive-file.server";
import { openSource } from "../log/mail-source.server";
import { mailReason } from "../mail-reasons";
import type { MailboxCursor } from "../transport/mailbox-cursor";

/** Storage for sources: the file store, and the folder for incoming files. */
export type MailFiles = { store: FileStore; incoming: string };

export type ArrivedMail = {
  addressId: number;
  way: "imap" | "listener" | "http";
  /** "validity:uid" of a mailbox message, so fetching it again doesn't store it twice. Null for other transports. */
  uid: string | null;
  /** Null for a mailbox, which has no envelope. */
  envelope: { from: string; to: readonly string[] } | null;
  source: AsyncIterable<Uint8Array>;
  /** Bytes of a message that was too large, whose `source` is only its headers; null for a whole one. */
  wholeSize: number | null;
  /** How far the mailbox has been read with this message, saved with it. */
  cursor?: MailboxCursor;
};

type StoreMail = { ok: true; id: number | null } | { ok: false; why: NotWritten | "empty"; cause?: unknown };

/**
 * Stores a message before it is parsed, so it can't be lost. `id` is null for a mailbox message that is already stored.
 * Processing reads it from the table (process-waiting).
 */
export async function storeMail(
  db: Db,
  { store, incoming }: MailFiles,
  mail: ArrivedMail,
  now: number,
): Promise<StoreMail> {
  let size = 0;
  async function* counted() {
    for await (const chunk of mail.source) {
      size += chunk.byteLength;
      yield chunk;
    }
  }
  // If the source fails, reading below fails with its error.
  const zipped = pipeline(counted, createGzip(), () => {});
  const received = await receiveFile(incoming, zipped, Number.POSITIVE_INFINITY);
  if (!received.ok)
    return { ok: false, why: received.why === "too_large" ? "empty" : received.why, cause: received.cause };
  if (size === 0) {
    await discard(received.file);
    return { ok: false, why: "empty" };
  }
  await store.prepare(received.file);
  return inTransaction(db, async (tx) => {
    const row = await tx
      .insertInto("inbound_mail")
      .values({
        ...{ address_id: mail.addressId, way: mail.way, uid: mail.uid, size: mail.wholeSize ?? size, received_at: now },
        envelope_from: mail.envelope?.from ?? null,
        envelope_to: mail.envelope ? mail.envelope.to.join(" ") : null,
        reason: mail.wholeSize === null ? "" : "too_large",
        same_as: null,
      })
      .onConflict((conflict) => conflict.columns(["address_id", "uid"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (mail.cursor) await saveCursor(tx, mail.addressId, mail.cursor);
    if (!row) {
      await discard(received.file);
      return { ok: true, id: null };
    }
    await keepFile(tx, store, received.file, now);
    await tx.updateTable("inbound_mail").set({ sha256: received.file.sha256 }).where("id", "=", row.id).execute();
    return { ok: true, id: row.id };
  });
}

type UnfetchedMail = { addressId: number; uid: string; size: number; cursor: MailboxCursor };

/** Puts a message into quarantine that its server can't deliver, without a source. */
export const storeUnfetched = (db: Db, { addressId, uid, size, cursor }: UnfetchedMail, now: number) =>
  inTransaction(db, async (tx) => {
    await tx
      .insertInto("inbound_mail")
      .values({
        ...{ address_id: addressId, way: "imap", uid, size, received_at: now, processed_at: now },
        ...{ outcome: "quarantined", reason: mailReason("not_fetched") },
      })
      .onConflict((conflict) => conflict.columns(["address_id", "uid"]).doNothing())
      .execute();
    await saveCursor(tx, addressId, cursor);
  });

export const saveCursor = (db: Db, addressId: number, cursor: MailboxCursor) =>
  db
    .updateTable("mail_address")
    .set({ cursor: JSON.stringify(cursor) })
    .where("id", "=", addressId)
    .execute();

/** The complete source of a stored email; null if it was removed. Throws `StorageAway` if the store can't be read. */
export async function sourceOf(store: FileStore, sha256: string): Promise<Buffer | null> {
  const source = await openSource(store, sha256);
  return source && Buffer.concat(await source.toArray());
}
