import type { Db } from "~/db/types";
import { HOUR_MS } from "~/lib/durations";
import { repeat } from "~/lib/repeat.server";
import { AT_ONCE, doDueJobs, type JobHandlers } from "./job-queue.server";

/** Poll interval: a held reply goes out within a second of its time. */
const EVERY_MS = 1_000;

/** Poll interval while there are more due jobs than one round takes. */
const SOON_MS = 10;

/** How often `begin` runs: it revives recurring jobs that ran out of attempts, say because a disk was full for a day. */
const BEGIN_EVERY_MS = HOUR_MS;

/**
 * Runs jobs in the background of this process; any number of processes may share a database.
 *
 * begin  schedules recurring jobs. Runs first, retried until it succeeds, then hourly and whenever the clock is set back.
 *        May return milliseconds to its next run, if sooner
 */
export function runJobs(
  db: Db,
  handlers: JobHandlers,
  failed: (error: unknown, kind: string) => void,
  begin: (now: number) => Promise<number | undefined> = async () => undefined,
) {
  let stopped = false;
  let beginAt = 0;
  let clock = 0;
  let troubled = false;

  async function runRound(): Promise<number | undefined> {
    try {
      const now = Date.now();
      if (now < clock) beginAt = now; // the clock was set back, so jobs may be scheduled too far ahead
      clock = now;
      if (now >= beginAt) {
        const soonMs = await begin(now);
        beginAt = now + Math.min(soonMs ?? BEGIN_EVERY_MS, BEGIN_EVERY_MS);
      }
      const done = await doDueJobs(db, handlers, Date.now(), failed, () => stopped);
      troubled = false;
      return done === AT_ONCE ? SOON_MS : undefined;
    } catch (error) {
      // The database is unavailable: jobs wait. Report it only once.
      if (!stopped && !troubled) failed(error, "queue");
      troubled = true;
      return undefined;
    }
  }
  const rounds = repeat(runRound, { everyMs: EVERY_MS, failed: (error) => failed(error, "queue") });
  return {
    /** Resolves once the current job has ended. */
    stop() {
      stopped = true;
      return rounds.stop();
    },
  };
}
