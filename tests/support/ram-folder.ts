import { statfs } from "node:fs/promises";

/** Where Linux keeps files in memory. */
const RAM_FOLDER = "/dev/shm";
/** What a run leaves there at once, at most, with much to spare; a container often has 64 MB there. */
const ROOM_NEEDED = 2 * 1024 ** 3;

/**
 * Lets everything that asks for a folder for the while (`os.tmpdir`: databases, uploads, profiles of browsers) have one in
 * memory, if this machine has room there. A database for each test is hundreds of files; on a disk, making and removing them
 * costs more than the tests. TMPDIR, once set, says where instead.
 */
export async function keepFilesInMemory(): Promise<void> {
  if (process.env.TMPDIR) return;
  const room = await statfs(RAM_FOLDER).catch(() => null);
  if (room && room.bavail * room.bsize >= ROOM_NEEDED) process.env.TMPDIR = RAM_FOLDER;
}
