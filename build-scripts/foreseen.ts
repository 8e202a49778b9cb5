/** A failure the person at the terminal can mend. The message is one sentence: what is wrong, and what to do. */
export class Foreseen extends Error {
  override name = "Foreseen";
}

/** The names of errors of the application whose message is already such a sentence. */
const SENTENCES = new Set([
  "Foreseen",
  "SettingError",
  "NewerDatabaseError",
  "UpgradeError",
  "DeskCopyError",
  "ImportRefusal",
  "StorageAway",
]);

/** What to tell about this error; null for one nobody foresaw. */
export function foreseen(error: unknown): string | null {
  return error instanceof Error && SENTENCES.has(error.name) ? error.message : null;
}

/** Runs a command's work; a foreseen failure becomes one sentence on standard error and exit code 1. */
export async function orSayWhy(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    const sentence = foreseen(error);
    if (!sentence) throw error;
    console.error(`taskdesk: ${sentence}`);
    process.exitCode = 1;
  }
}
