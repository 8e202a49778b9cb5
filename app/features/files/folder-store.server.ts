import { constants } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asStorageAway, unlessMissing } from "./disk-errors.server";
import { type FileStore, isSha256, type ReceivedFile, storageKey } from "./file-store.server";

/**
 * A store in a folder, with two levels of 256 subfolders by the first digits of the hash. The incoming folder must be on the
 * same file system (`incomingOf`), so a rename stores each file atomically.
 */
export function folderStore(folder: string): FileStore {
  const folderFor = (sha256: string) => dirname(pathOf(sha256));
  const pathOf = (sha256: string) => join(folder, storageKey(sha256));

  async function put({ path, sha256, size }: ReceivedFile): Promise<void> {
    const there = await stat(pathOf(sha256)).catch(unlessMissing);
    // A stored file of a different size is damaged: replace it.
    if (there?.size === size) return rm(path, { force: true });
    await mkdir(folderFor(sha256), { recursive: true, mode: 0o700 });
    await rename(path, pathOf(sha256));
    for (const each of [folderFor(sha256), join(folder, sha256.slice(0, 2)), folder]) await syncFolder(each);
  }

  async function* list(digit: string) {
    for (const first of await namesIn(folder)) {
      if (!first.startsWith(digit) || first.length !== 2) continue;
      for (const second of await namesIn(join(folder, first))) {
        for (const sha256 of await namesIn(join(folder, first, second))) {
          const found = isSha256(sha256) ? await stat(pathOf(sha256)).catch(unlessMissing) : undefined;
          if (found) yield { sha256, changedAt: found.ctimeMs };
        }
      }
    }
  }

  return {
    async prepare() {},

    put: (file) => put(file).catch(asStorageAway),

    async read(sha256, range) {
      const file = await open(pathOf(sha256), constants.O_RDONLY).catch(unlessMissing).catch(asStorageAway);
      return file?.createReadStream(range) ?? null;
    },

    remove: (sha256) => rm(pathOf(sha256), { force: true }).catch(unlessMissing).catch(asStorageAway),

    async *list(digit) {
      try {
        yield* list(digit);
      } catch (error) {
        asStorageAway(error);
      }
    },

    async check() {},
  };
}

/** Writes, syncs and removes a small file. Throws the system's error. */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, `.probe-${process.pid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile("probe");
    await file.sync();
  } finally {
    await file.close();
  }
  await rm(path, { force: true });
}

const namesIn = async (folder: string) => (await readdir(folder).catch(unlessMissing)) ?? [];

/** Syncs a folder: without it, a power cut could lose a new file's name. */
async function syncFolder(folder: string) {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
