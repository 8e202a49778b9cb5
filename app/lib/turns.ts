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

/** The queue is full: nothing more of this kind may wait. */
export class TooManyWaiting extends Error {
  override name = "TooManyWaiting";
}

/** One queue per key, such as a person. Throws `TooManyWaiting` without running the work while `mostWaiting` already wait. */
export function turnsPerKey<Key>(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const queues = new Map<Key, { inTurn: ReturnType<typeof turns>; asked: number }>();

  return async function inTurnOf<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? { inTurn: turns(atOnce), asked: 0 };
    if (queue.asked >= atOnce + mostWaiting) throw new TooManyWaiting();
    queues.set(key, queue);
    queue.asked++;
    try {
      return await queue.inTurn(work);
    } finally {
      queue.asked--;
      if (queue.asked === 0) queues.delete(key);
    }
  };
}
