/** Well below the promised two seconds: a busy machine needs time to notice and exit. */
const LONGEST_EXIT_MS = 900;

/** Limit for closing; unfinished work, such as a job waiting for a locked row, runs again later. */
const LONGEST_CLOSE_MS = 250;

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

const works: (() => void)[] = [];

/** Calls `work` once when this process is about to exit: close long-lived connections, start nothing new. */
export const whenLeaving = (work: () => void) => void works.push(work);

/**
 * Runs the leave handlers: another process has taken over (build-scripts/serve/workers.ts), and this one finishes its
 * requests.
 */
export function leave() {
  for (const work of works.splice(0)) work();
}

for (const signal of SIGNALS) process.once(signal, leave);

/**
 * Exits within two seconds of SIGTERM or SIGINT. The server stops by itself after its last response, but an open connection
 * would keep it alive. `close` runs last.
 */
export function exitInTime(close: () => Promise<void>) {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      setTimeout(() => {
        setTimeout(() => process.exit(0), LONGEST_CLOSE_MS);
        void close().finally(() => process.exit(0));
      }, LONGEST_EXIT_MS).unref();
    });
  }
  process.once("beforeExit", () => void close());
}
