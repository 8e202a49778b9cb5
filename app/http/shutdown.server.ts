/** Well below the two seconds that are promised: a busy machine needs some of them to notice and to end. */
const LONGEST_GOODBYE_MS = 1_200;

/**
 * remix-serve ends by itself once it has answered what it was asked, but a connection that stays open would hold it:
 * after SIGTERM or SIGINT the process is gone within two seconds. `close` runs last.
 */
export function leaveInTime(close: () => Promise<void>) {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      setTimeout(() => void close().finally(() => process.exit(0)), LONGEST_GOODBYE_MS).unref();
    });
  }
  process.once("beforeExit", () => void close());
}
