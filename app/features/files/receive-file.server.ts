import { createHash } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { randomToken } from "~/lib/random.server";
import { unlessFull, unlessMissing } from "./disk-errors.server";
import type { ReceivedFile } from "./file-store.server";
import { HEAD_BYTES, pictureIn } from "./picture.server";

/** Why a file was not taken. `disk_full` is nobody's fault who sends it. */
export type NotReceived = "too_large" | "empty" | "disk_full";
export type Received = { ok: true; file: ReceivedFile } | { ok: false; why: NotReceived };

/** Where files arrive, beside those a folder store in `folder` keeps. */
export const incomingOf = (folder: string) => join(folder, "incoming");

/**
 * Writes what arrives to `folder` and on to the disk itself, and never holds more of it in memory than a chunk and the
 * first bytes. What is not taken, because it is too large or breaks off, leaves nothing behind; its bytes are read to
 * their end all the same, because in a form there is something behind them.
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

  const made = mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await made.then(() => open(path, "wx", 0o600)).catch(unlessFull);
  if (file === "disk_full") {
    for await (const _ of bytes);
    return { ok: false, why: file };
  }
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > mostBytes) why ??= "too_large";
      if (why !== null) continue;
      if (size - chunk.byteLength < HEAD_BYTES) head.push(chunk);
      hash.update(chunk);
      why = await file.writeFile(chunk).then(() => null, unlessFull);
    }
    why ??= size === 0 ? "empty" : await file.sync().then(() => null, unlessFull);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  if (why !== null) {
    await rm(path, { force: true });
    return { ok: false, why };
  }
  const picture = pictureIn(Buffer.concat(head));
  return { ok: true, file: { path, sha256: hash.digest("hex"), size, ...picture } };
}

/** Throws a received file away, unless a store has taken it. */
export const discard = ({ path }: ReceivedFile) => rm(path, { force: true });

/** Removes what a server that was killed has left in the middle of its arrival. `before` is UTC milliseconds. */
export async function clearIncoming(folder: string, before: number): Promise<void> {
  for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
    const path = join(folder, name);
    const found = await stat(path).catch(unlessMissing);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
