import { log } from "~/lib/log.server";
import { StorageAway } from "~/lib/storage-unavailable.server";

/** No room left: on the disk, of what one account may have, for a file of that size; or so the database says. */
const FULL = ["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "53100"];

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

export const isDiskFull = (error: unknown) => FULL.includes(codeOf(error));

export function unlessFull(error: unknown): "disk_full" {
  if (!isDiskFull(error)) throw error;
  return "disk_full";
}

/** There is no such file or folder, for another process was quicker perhaps; every other trouble is told. */
export function unlessMissing(error: unknown): undefined {
  if (!["ENOENT", "ENOTDIR"].includes(codeOf(error))) throw error;
}

/** The operating system refused a file operation: a read-only disk, a failing one, missing rights, too many open files. */
const isSystemError = (error: unknown) =>
  error instanceof Error && "syscall" in error && /^E[A-Z0-9]+$/.test(codeOf(error));

export type NotWritten = "disk_full" | "storage_away";

/** Why a file could not be written, logged unless the disk is full. Rethrows errors that aren't about the disk. */
export function whyNotWritten(error: unknown): NotWritten {
  if (isDiskFull(error)) return "disk_full";
  if (!isSystemError(error) && !(error instanceof StorageAway)) throw error;
  log.error({ reason: (error as Error).message }, "A file could not be written");
  return "storage_away";
}

/** Rethrows a folder's error as `StorageAway`, the error that all stores share. A full disk stays as it is. */
export function asStorageAway(error: unknown): never {
  if (isDiskFull(error) || !isSystemError(error)) throw error;
  throw new StorageAway(`The folder of attached files can't be used: ${(error as Error).message}`, false, {
    cause: error,
  });
}
