import type { Db } from "~/db/types";
import { HOUR_MS } from "~/lib/durations";
import { AT_ONCE, doDueJobs, type JobHandlers } from "./job-queue.server";

/** How often a process looks for due jobs: a held reply goes out within a second of its time. */
const EVERY_MS = 1_000;

/** When it goes on where there was more to do than for one go. */
const SOON_MS = 10;

/** How often it begins anew: a recurring job that was given up, because a disk was full for a day, is planned again. */
const BEGIN_EVERY_MS = HOUR_MS;

type Runner = {
  /** Ends after the job that is being done now. */
  stop: () => Promise<void>;
};

/**
 * Does jobs beside the requests of this process. Any number of processes may do so on one database. `begin` plans what
 * has to be planned; it comes first, retried until it succeeds, then once an hour and whenever the clock is set back. It may
 * return in how many milliseconds it has to come again, if that is sooner.
 */
export function runJobs(
  db: Db,
  handlers: JobHandlers,
  failed: (error: unknown, kind: string) => void,
  begin: (now: number) => Promise<number | undefined> = async () => undefined,
): Runner {
  let stopped = false;
  let beginAt = 0;
  let clock = 0;
  let more = false;
  let troubled = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  async function lookAround() {
    try {
      if (stopped) return;
      const now = Date.now();
      if (now < clock) beginAt = now; // the clock was set back, so jobs may be planned too far ahead
      clock = now;
      if (now >= beginAt) {
        const soonMs = await begin(now);
        beginAt = now + Math.min(soonMs ?? BEGIN_EVERY_MS, BEGIN_EVERY_MS);
      }
      more = (await doDueJobs(db, handlers, Date.now(), failed, () => stopped)) === AT_ONCE;
      troubled = false;
    } catch (error) {
      more = false;
      // The database is away for a moment: what is due waits, and that is said once.
      if (!stopped && !troubled) failed(error, "queue");
      troubled = true;
    }
  }
  function later() {
    timer = setTimeout(
      () => {
        round = lookAround().then(() => void (stopped || later()));
      },
      more ? SOON_MS : EVERY_MS,
    );
    timer.unref();
  }
  later();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return round;
    },
  };
}
