/** The queue is full; try again shortly. */
export class Busy extends Error {
  override name = "Busy";
}

type Waiting = { begin: () => void; giveUp: (why: Busy) => void };

/** The owner of the work. `trusted` work alternates with all other work and has its own space in the queue. */
type Lane = { key: string; trusted: boolean };

/**
 * A bounded, fair queue: `atOnce` jobs run at a time, and waiting jobs take turns by lane, so a busy lane waits behind
 * quiet ones. When `mostWaiting` jobs wait, the longest lane drops its last job for a shorter lane; otherwise the new job
 * is refused. Either rejects with `Busy`.
 */
export function fairQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0;
  const [trusted, others] = [makeLanes(mostWaiting), makeLanes(mostWaiting)];
  let isTrustedNext = true;

  /** Alternates: anyone with an account can send endless trusted work. */
  function takeNext(): Waiting | undefined {
    const [first, second] = isTrustedNext ? [trusted, others] : [others, trusted];
    isTrustedNext = !isTrustedNext;
    return first.take() ?? second.take();
  }

  return async function run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else await new Promise<void>((begin, giveUp) => (lane.trusted ? trusted : others).add(lane.key, { begin, giveUp }));
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next) next.begin();
      else running--;
    }
  };
}

function makeLanes(mostWaiting: number) {
  const lanes = new Map<string, Waiting[]>();
  let waiting = 0;

  return {
    add(key: string, newcomer: Waiting) {
      const own = lanes.get(key) ?? [];
      if (waiting >= mostWaiting) {
        const longest = [...lanes.values()].reduce((a, b) => (b.length > a.length ? b : a), own);
        if (longest.length <= own.length + 1) return newcomer.giveUp(new Busy());
        longest.pop()?.giveUp(new Busy());
        waiting--;
      }
      own.push(newcomer);
      lanes.set(key, own);
      waiting++;
    },
    take(): Waiting | undefined {
      const [first] = lanes;
      if (!first) return undefined;
      const [key, lane] = first;
      const next = lane.shift();
      lanes.delete(key);
      if (lane.length > 0) lanes.set(key, lane); // to the end of the queue
      waiting--;
      return next;
    },
  };
}
