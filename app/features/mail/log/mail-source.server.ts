import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Db } from "~/db/types";
import type { FileStore } from "~/features/files/file-store.server";
import { log } from "~/lib/log.server";

/** The stored source of a message. `sha256` null: it was removed, or never kept. Null for an unknown message. For admins. */
export async function readSource(db: Db, id: number): Promise<{ sha256: string | null } | null> {
  const mail = await db.selectFrom("inbound_mail").select("sha256").where("id", "=", id).executeTakeFirst();
  return mail ?? null;
}

/** The source as it was received; sources are stored compressed with gzip. Null if the store has no such file. */
export async function openSource(store: FileStore, sha256: string): Promise<Readable | null> {
  const stored = await store.read(sha256);
  if (!stored) return null;
  return pipeline(stored, createGunzip(), (error) => {
    // The reader left before the end: nothing is wrong.
    if (error && error.code !== "ERR_STREAM_PREMATURE_CLOSE") log.error({ err: error, sha256 }, "A source is damaged");
  });
}
