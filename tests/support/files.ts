import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Db } from "~/db/types";
import type { FileStore, ReceivedFile } from "~/features/files/file-store.server";
import { folderStore } from "~/features/files/folder-store.server";
import { incomingOf, receiveFile } from "~/features/files/receive-file.server";
import { s3Store } from "~/features/files/s3-store.server";
import { aBucket } from "./bucket";

export type TestFileStore = {
  store: FileStore;
  folder: string;
  incoming: string;
  /** Receives a file with this content. */
  received: (content: string | Uint8Array) => Promise<ReceivedFile>;
  /** Hashes of all files in the store. */
  stored: () => Promise<string[]>;
  /** Paths of all files in the folder and, for a bucket store, of all objects. */
  everything: () => Promise<string[]>;
};

export const STORES = ["folder", "bucket"] as const;

/** Creates an empty store in a folder or a bucket, deleted after the test. */
export async function aFileStore(kind: (typeof STORES)[number] = "folder"): Promise<TestFileStore> {
  const there = kind === "bucket" ? await aBucket() : null;
  if (there) onTestFinished(there.stop);
  const folder = await mkdtemp(join(tmpdir(), "taskdesk-files-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true })); // not a hook: test files share this module
  const store = there ? s3Store(there.bucket, { pageSize: 2 }) : folderStore(folder);
  const incoming = incomingOf(folder);
  return {
    store,
    folder,
    incoming,
    async received(content) {
      const received = await receiveFile(incoming, inChunks(Buffer.from(content)), 1_000_000);
      if (!received.ok) throw new Error(received.why);
      return received.file;
    },
    async stored() {
      const found: string[] = [];
      for (const digit of "0123456789abcdef") for await (const { sha256 } of store.list(digit)) found.push(sha256);
      return found;
    },
    async everything() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return [...files, ...((await there?.keys()) ?? []).map((key) => `/${key}`)];
    },
  };
}

/** Splits content into chunks, as a network delivers it. */
export async function* inChunks(content: Uint8Array, size = 7_000): AsyncIterable<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

export async function textOf(store: FileStore, sha256: string, range?: { start: number; end: number }) {
  const stream = await store.read(sha256, range);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Adds a file to a server's folder and table, for attachments to refer to. */
export async function aStoredFile(
  db: Db,
  dataDir: string,
  text: string | Uint8Array,
): Promise<{ sha256: string; size: number }> {
  const content = Buffer.from(text);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const folder = join(dataDir, "files", sha256.slice(0, 2), sha256.slice(2, 4));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, sha256), content);
  const row = { sha256, size: content.length, type: "application/octet-stream", created_at: 0 };
  await db.insertInto("file").values(row).execute();
  return { sha256, size: content.length };
}
