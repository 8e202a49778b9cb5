import { createHash } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { randomToken } from "~/lib/random.server";
import { asStorageAway, type NotWritten, unlessMissing, writeFailure } from "./disk-errors.server";
import type { ReceivedFile } from "./file-store.server";
import { HEAD_BYTES, pictureIn } from "./picture.server";

/** Why a file wasn't accepted. `NotWritten` isn't the sender's fault and has a `cause`. */
type NotReceived = "too_large" | "empty" | NotWritten;
export type Received = { ok: true; file: ReceivedFile } | { ok: false; why: NotReceived; cause?: unknown };

/** The folder where files arrive, inside the files folder so that a folder store can rename them. */
export const incomingOf = (folder: string) => join(folder, "incoming");

/**
 * Streams an upload to `folder` and syncs it, holding only one chunk and the file's head in memory. A file that is too large
 * or interrupted leaves nothing behind, but its bytes are still read: the form may have more parts after it.
 */
export async function receiveFile(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Received> {
  const path = join(folder, randomToken());
  const hash = createHash("sha256");
  const head: Uint8Array[] = [];
  let size = 0;
  let why: NotReceived | null = null;
  let cause: unknown;
  const failed = (error: unknown) => {
    cause = error;
    return writeFailure(error);
  };

  const made = mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await made.then(() => open(path, "wx", 0o600)).catch(failed);
  if (typeof file === "string") {
    for await (const _ of bytes);
    return { ok: false, why: file, cause };
  }
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > mostBytes) why ??= "too_large";
      if (why !== null) continue;
      if (size - chunk.byteLength < HEAD_BYTES) head.push(chunk);
      hash.update(chunk);
      why = await file.writeFile(chunk).then(() => null, failed);
    }
    why ??= size === 0 ? "empty" : await file.sync().then(() => null, failed);
  } catch (error) {
    await remove(path);
    throw error;
  } finally {
    const closed = await file.close().then(() => null, failed);
    why ??= closed;
  }
  if (why !== null) {
    await remove(path);
    return { ok: false, why, cause };
  }
  const picture = pictureIn(Buffer.concat(head), size);
  return { ok: true, file: { path, sha256: hash.digest("hex"), size, ...picture } };
}

/** Deletes a received file; a no-op once a store has taken it. */
export const discard = ({ path }: ReceivedFile) => remove(path);

/** If the disk can't be written, the file stays and `clearIncoming` removes it later. */
const remove = (path: string) => rm(path, { force: true }).catch((error) => void writeFailure(error));

/**
 * Deletes incomplete uploads that a killed server left. `before` is UTC milliseconds. Throws `StorageAway` if the folder
 * can't be read or written.
 */
export const clearIncoming = (folder: string, before: number): Promise<void> =>
  removeOlder(folder, before).catch(asStorageAway);

async function removeOlder(folder: string, before: number): Promise<void> {
  for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
    const path = join(folder, name);
    const found = await stat(path).catch(unlessMissing);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
