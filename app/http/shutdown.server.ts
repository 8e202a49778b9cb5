/** Well below the two seconds that are promised: a busy machine needs some of them to notice and to end. */
const LONGEST_GOODBYE_MS = 1_100;

/** What waits then for others, such as a job for a row that somebody else holds, gets no more than this; it is done again. */
const LONGEST_CLOSE_MS = 250;

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

const works: (() => void)[] = [];

/** Calls `work` once this process is about to end, in whatever way: what is held open for long is closed, nothing new begun. */
export const whenLeaving = (work: () => void) => void works.push(work);

/** Says so: another process has taken over (build-scripts/serve/workers.ts), and this one finishes what it was asked. */
export function leave() {
  for (const work of works.splice(0)) work();
}

for (const signal of SIGNALS) process.once(signal, leave);

/**
 * The server ends by itself once it has answered what it was asked, but a connection that stays open would hold it: after SIGTERM
 * or SIGINT the process is gone within two seconds. `close` runs last.
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
