import { setTimeout } from "node:timers/promises";
import { logTrouble, logUnexpected } from "~/lib/log.server";
import { databaseTrouble } from "./trouble.server";

/** How long a page waits for a write it doesn't need. */
const PATIENCE_MS = 200;

/**
 * Waits briefly for a write that a page doesn't need, such as read marks, so that reading works while the database is locked
 * or read-only. The write continues on its own. Undefined when it takes longer or fails; failures are logged.
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
