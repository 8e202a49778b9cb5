/**
 * Creates a queue: `inTurn(work)` runs at most `atOnce` at a time, first come first served. Once `signal` is aborted,
 * queued work leaves the queue and never runs.
 */
export function turns(atOnce: number) {
  let running = 0;
  const waiting = new Set<() => void>();

  const nextPlace = (signal: AbortSignal | undefined) =>
    new Promise<void>((begin, giveUp) => {
      waiting.add(begin);
      const leave = () => {
        if (waiting.delete(begin)) giveUp(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
    });

  return async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (running < atOnce) running++;
    else await nextPlace(signal);
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
    }
  };
}

export class TooManyWaiting extends Error {
  override name = "TooManyWaiting";
}

/**
 * Creates one queue per key, such as a person. Throws `TooManyWaiting` without running the work while `mostWaiting` already
 * wait.
 */
export function limiterPerKey<Key>(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const queues = new Map<Key, { inTurn: ReturnType<typeof turns>; asked: number }>();

  return async function inTurnOf<T>(key: Key, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const queue = queues.get(key) ?? { inTurn: turns(atOnce), asked: 0 };
    if (queue.asked >= atOnce + mostWaiting) throw new TooManyWaiting();
    queues.set(key, queue);
    queue.asked++;
    try {
      return await queue.inTurn(work, signal);
    } finally {
      queue.asked--;
      if (queue.asked === 0) queues.delete(key);
    }
  };
}
