/**
 * A queue: `inTurn(work)` runs the work at once while fewer than `atOnce` are running, else when its turn comes, in the
 * order of asking.
 */
export function turns(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve)); // is given the place of one that ended
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
