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
