import { setTimeout } from "node:timers/promises";
import { logTrouble, logUnexpected } from "~/lib/log.server";
import { databaseTrouble } from "./trouble.server";

/** How long a page waits for a write that it can do without. */
const PATIENCE_MS = 200;

/**
 * Waits a moment for a write that a page can do without, such as what its reader has seen: reading goes on while the
 * database is locked or read-only. The write goes on by itself. Undefined when it failed, which is logged, or takes longer.
 */
export async function incidentally<T>(write: Promise<T>): Promise<T | undefined> {
  const written = write.catch((error: unknown) => {
    const trouble = databaseTrouble(error);
    if (trouble) logTrouble(error, trouble);
    else logUnexpected(error);
    return undefined;
  });
  return Promise.race([written, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
}
