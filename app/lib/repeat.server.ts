import { setTimeout as delay } from "node:timers/promises";

/** Times in milliseconds. */
export type Repeating = {
  /** The pause after a round. */
  everyMs: number;
  /** The delay before the first round; by default, the same as between rounds. */
  firstMs?: number;
  failed: (error: unknown) => void;
  /** How long `stop` waits for a round in progress; by default, until it ends. */
  graceMs?: number;
};

/**
 * Repeats work in the background, one round at a time. `work` may return a different delay until its next round. `stop`
 * resolves once the round in progress has ended. Doesn't keep the process running.
 */
export function repeat(
  work: () => Promise<number | undefined> | Promise<void>,
  { everyMs, firstMs = everyMs, failed, graceMs }: Repeating,
) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  async function runRound() {
    let pauseMs = everyMs;
    try {
      pauseMs = (await work()) ?? everyMs;
    } catch (error) {
      failed(error);
    }
    if (!stopped) later(pauseMs);
  }
  function later(ms: number) {
    timer = setTimeout(() => {
      round = runRound();
    }, ms);
    timer.unref();
  }
  later(firstMs);

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await (graceMs === undefined ? round : Promise.race([round, delay(graceMs, undefined, { ref: false })]));
    },
  };
}
