/** A failure the person at the terminal can fix. The message is one sentence: the problem and the fix. */
export class ExpectedError extends Error {
  override name = "ExpectedError";
}

/** Options that `parseArgs` refused: its reason, without its longer advice, and the usage. */
export function wrongOptions(cause: unknown, usage: string): ExpectedError {
  const [reason] = (cause instanceof Error ? cause.message : String(cause)).split(/\.?\n|\. To specify/);
  return new ExpectedError(`${reason}. Check the options: ${usage}`, { cause });
}

/** Names of application errors whose message is such a sentence too. */
const SENTENCES = new Set([
  "ExpectedError",
  "SettingError",
  "NewerDatabaseError",
  "UpgradeError",
  "DeskCopyError",
  "ImportRefusal",
  "StorageAway",
]);

export const isSentence = (error: unknown): error is Error => error instanceof Error && SENTENCES.has(error.name);

const DISK_ERRORS: Record<string, string> = {
  ENOSPC: "there is no space left on the disk. Free some space",
  EDQUOT: "the disk quota is used up. Free some space",
  EROFS: "the disk is read-only. Make it writable",
  EIO: "the disk reports errors. Check the disk",
};

/** The sentence to print for this error; null for an unexpected one. */
export function foreseen(error: unknown): string | null {
  if (isSentence(error)) return error.message;
  if (!(error instanceof Error)) return null;
  const { code = "", path } = error as NodeJS.ErrnoException;
  return DISK_ERRORS[code] ? `Can't write to ${path ?? "a file"}: ${DISK_ERRORS[code]} and try again.` : null;
}

/** Runs a command; an expected failure becomes one sentence on standard error and exit code 1. */
export async function runOrExplain(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    const sentence = foreseen(error);
    if (!sentence) throw error;
    console.error(`taskdesk: ${sentence}`);
    process.exitCode = 1;
  }
}
