import { statfs } from "node:fs/promises";

/** Folder that Linux keeps in memory. */
const RAM_FOLDER = "/dev/shm";
/** Space for one run, with much to spare. Containers often have only 64 MB there. */
const ROOM_NEEDED = 2 * 1024 ** 3;

/**
 * Moves temporary folders (`os.tmpdir`: databases, uploads, browser profiles) into memory if this machine has enough.
 * Each test's database is hundreds of files; on disk, creating and deleting them costs more than the tests. TMPDIR, if
 * set, takes precedence.
 */
export async function keepFilesInMemory(): Promise<void> {
  if (process.env.TMPDIR) return;
  const room = await statfs(RAM_FOLDER).catch(() => null);
  if (room && room.bavail * room.bsize >= ROOM_NEEDED) process.env.TMPDIR = RAM_FOLDER;
}
