import { createHash } from "node:crypto";
import type { FileStore } from "./file-store.server";
import { discard, receiveFile } from "./receive-file.server";

/** A store, and the folder where files for it arrive (receive-file). */
export type Destination = { store: FileStore; incoming: string };

/** Files copied in parallel: a bucket's cost is latency, not bandwidth. */
const AT_ONCE = 8;

/**
 * Copies the files the destination lacks or has damaged. Returns the hashes of those neither store has intact. Throws if
 * the destination can't be written.
 */
export async function copyFiles(
  from: FileStore,
  { store, incoming }: Destination,
  sha256s: Iterable<string>,
  tell: (done: number) => void = () => {},
): Promise<string[]> {
  const missing: string[] = [];
  const left = sha256s[Symbol.iterator]();
  let done = 0;
  let hasFailed = false;
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => copyRemaining().catch(fail)));
  for (const one of ended) if (one.status === "rejected") throw one.reason; // only after all copies have settled
  return missing;

  async function copyRemaining() {
    for (let next = left.next(); !next.done && !hasFailed; next = left.next()) {
      const sha256 = next.value;
      if (!(await isWhole(store, sha256)) && !(await copyFile(sha256))) missing.push(sha256);
      tell(++done);
    }
  }

  function fail(error: unknown) {
    hasFailed = true;
    throw error;
  }

  async function copyFile(sha256: string): Promise<boolean> {
    const bytes = await from.read(sha256);
    const received = bytes && (await receiveFile(incoming, bytes, Number.POSITIVE_INFINITY));
    if (!received) return false;
    if (!received.ok && received.cause) throw received.cause;
    if (!received.ok) return false;
    if (received.file.sha256 !== sha256) {
      await discard(received.file);
      return false;
    }
    await store.remove(sha256); // a damaged copy
    await store.put(received.file);
    return true;
  }
}

/** Whether the store has this file intact. Reads all of it. */
export async function isWhole(store: FileStore, sha256: string): Promise<boolean> {
  const bytes = await store.read(sha256);
  if (!bytes) return false;
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex") === sha256;
}
