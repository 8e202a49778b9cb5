/** Well below the two seconds that are promised: a busy machine needs some of them to notice and to end. */
const LONGEST_GOODBYE_MS = 1_100;

/** What waits then for others, such as a job for a row that somebody else holds, gets no more than this; it is done again. */
const LONGEST_CLOSE_MS = 250;

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** "leaving": another process has taken over, and this one finishes what it was asked (build-scripts/steps/listen.mjs). */
type Leaving = { once: (event: "leaving", work: () => void) => void };

/** Calls `work` once this process is about to end, in whatever way: what is held open for long is closed, nothing new begun. */
export function whenLeaving(work: () => void) {
  for (const signal of SIGNALS) process.once(signal, work);
  (process as unknown as Leaving).once("leaving", work);
}

/**
 * remix-serve ends by itself once it has answered what it was asked, but a connection that stays open would hold it:
 * after SIGTERM or SIGINT the process is gone within two seconds. `close` runs last.
 */
export function leaveInTime(close: () => Promise<void>) {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      setTimeout(() => {
        setTimeout(() => process.exit(0), LONGEST_CLOSE_MS);
        void close().finally(() => process.exit(0));
      }, LONGEST_GOODBYE_MS).unref();
    });
  }
  process.once("beforeExit", () => void close());
}
