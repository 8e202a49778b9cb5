import { log } from "~/lib/log.server";
import { StorageAway } from "~/lib/storage-unavailable.server";

/** No space left: disk, quota, file size limit, SQLite, PostgreSQL (53100). */
const FULL = ["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "53100"];

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

export const isDiskFull = (error: unknown) => FULL.includes(codeOf(error));

export function unlessFull(error: unknown): "disk_full" {
  if (!isDiskFull(error)) throw error;
  return "disk_full";
}

/** Ignores a missing file or folder, which another process may have just deleted; rethrows any other error. */
export function unlessMissing(error: unknown): undefined {
  if (!["ENOENT", "ENOTDIR"].includes(codeOf(error))) throw error;
}

/** A failed system call: read-only or failing disk, missing permissions, too many open files. */
const isSystemError = (error: unknown) =>
  error instanceof Error && "syscall" in error && /^E[A-Z0-9]+$/.test(codeOf(error));

export type NotWritten = "disk_full" | "storage_away";

/** Why a file couldn't be written; logs it unless the disk is full. Rethrows errors that aren't about storage. */
export function writeFailure(error: unknown): NotWritten {
  if (isDiskFull(error)) return "disk_full";
  if (!isSystemError(error) && !(error instanceof StorageAway)) throw error;
  log.error({ reason: (error as Error).message }, "A file couldn't be written");
  return "storage_away";
}

/** Rethrows a folder's error as `StorageAway`, the error all stores share. A full disk keeps its own error. */
export function asStorageAway(error: unknown): never {
  if (isDiskFull(error) || !isSystemError(error)) throw error;
  throw new StorageAway(`The folder of attached files can't be used: ${(error as Error).message}`, false, {
    cause: error,
  });
}
