import { setImmediate, setTimeout } from "node:timers/promises";
import { databaseTrouble } from "~/db/database-errors.server";
import { engineOf, isAmong } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import { inTransaction, type Tx, unhurried } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";

export type NewJob = {
  kind: string;
  /** At most one job per key: scheduling again replaces its time and payload. */
  key?: string;
  /** UTC milliseconds. */
  runAt: number;
  payload?: Record<string, unknown>;
};

/** Schedules a job in the transaction of the change that causes it, so both commit or neither. */
export async function planJob(tx: Tx, { kind, key, runAt, payload = {} }: NewJob, now: number): Promise<void> {
  const job = {
    ...{ kind, key: key ?? null, run_at: runAt, payload: JSON.stringify(payload) },
    ...{ attempts: 0, last_error: null, created_at: now },
  };
  await tx
    .insertInto("job")
    .values(job)
    .onConflict((conflict) => conflict.column("key").doUpdateSet(job))
    .execute();
}

/**
 * Takes more due jobs of a kind for a handler that works in batches, and returns their payloads. They complete in the
 * current job's transaction. Jobs that have failed before run on their own, so they can't fail the batch; their handlers
 * must not take more either.
 */
export async function takeMore(tx: Tx, kind: string, now: number, most: number): Promise<Record<string, unknown>[]> {
  if (most < 1) return [];
  const due = tx
    .selectFrom("job")
    .select(["id", "payload"])
    .where("kind", "=", kind)
    .where("run_at", "<=", now)
    .where("attempts", "=", 0)
    .orderBy("run_at")
    .orderBy("id")
    .limit(most);
  const jobs = await forUpdate(tx, due, "skip locked").execute();
  if (jobs.length === 0) return [];
  const ids = jobs.map(({ id }) => id);
  await tx
    .deleteFrom("job")
    .where(isAmong(tx, "id", ids))
    .execute();
  return jobs.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
}

export async function cancelJob(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom("job").where("key", "=", key).execute();
}

/** Runs a job in the transaction that deletes it, so it happens once or not at all. `attempts`: failures so far. */
export type JobHandler = (tx: Tx, payload: Record<string, unknown>, now: number, attempts?: number) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

const MOST_ATTEMPTS = 10;

/** Backoff after the nth failure: 10 s, doubling up to an hour. */
export const waitAfter = (attempts: number) => Math.min(10_000 * 2 ** (attempts - 1), HOUR_MS);

/** When this process first saw each job that seems scheduled too far ahead, on the monotonic clock. */
const plansAhead = new WeakMap<Db, Map<string, number>>();

/**
 * Makes jobs that seem scheduled too far ahead due once they have waited their original delay in this process. The clock may
 * have been ahead when they were scheduled, or be behind now. Until then their times stay: a new time from a clock that is
 * behind would be in the past once it is corrected.
 *
 * dated     kinds whose time a person chose; kept unless they have failed
 * uptimeMs  from a monotonic clock
 * Returns   milliseconds until the next check; undefined when no job waits
 */
export async function pullInJobs(
  db: Db,
  dated: readonly string[],
  now: number,
  uptimeMs = performance.now(),
): Promise<number | undefined> {
  const jobs = await db
    .selectFrom("job")
    .select(["id", "run_at", "created_at", "attempts"])
    .where("run_at", ">", now)
    .where(({ eb, and, or }) =>
      or([
        and([eb("created_at", ">", now), eb("kind", "not in", [...dated])]),
        and([eb("attempts", ">", 0), eb("run_at", ">", now + HOUR_MS)]), // the longest backoff
      ]),
    )
    .$narrowType<{ run_at: number }>()
    .execute();
  const before = plansAhead.get(db);
  const seen = new Map<string, number>();
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { id, run_at, created_at, attempts } of jobs) {
    const plan = `${id} ${run_at}`;
    const since = before?.get(plan) ?? uptimeMs;
    const delayMs = attempts > 0 ? waitAfter(attempts) : run_at - created_at;
    const leftMs = since + delayMs - uptimeMs;
    if (leftMs > 0) {
      seen.set(plan, since);
      nextMs = Math.min(nextMs, leftMs);
      continue;
    }
    await db
      .updateTable("job")
      .set({ run_at: now, created_at: now })
      .where("id", "=", id)
      .where("run_at", "=", run_at) // unless rescheduled meanwhile
      .execute();
  }
  plansAhead.set(db, seen);
  return seen.size > 0 ? nextMs : undefined;
}

/** Delay for jobs that failed because file storage is unavailable. */
export const WAIT_FOR_FILES_MS = 10 * MINUTE_MS;

/**
 * Runs one due job and returns whether there was one. Safe in several processes: a job's work and its deletion are one
 * transaction, so it runs once. Failed jobs are retried with backoff; after ten failures they stay without a time, for an
 * admin. While file storage is unavailable, due jobs of the failing kind wait, which doesn't count as a failure. Throws when
 * the database is unavailable or read-only.
 */
export async function doNextJob(
  db: Db,
  handlers: JobHandlers,
  now: number,
  failed: (error: unknown, kind: string) => void,
): Promise<boolean> {
  const kinds = Object.keys(handlers);
  if (kinds.length === 0) return false;
  let current: { id: number; kind: string; attempts: number } | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const due = tx
        .selectFrom("job")
        .select(["id", "kind", "payload", "attempts", "key"])
        .where("run_at", "<=", now)
        .where("kind", "in", kinds)
        .orderBy("run_at")
        .orderBy("id")
        .limit(1);
      const job = await forUpdate(tx, due, "skip locked").executeTakeFirst();
      if (!job) return false;
      current = job;
      // Delete first: the handler may schedule a job with the same key.
      await tx.deleteFrom("job").where("id", "=", job.id).execute();
      const payload = JSON.parse(job.payload) as Record<string, unknown>;
      // No statement timeout: no request waits for a job, and indexing can be slow.
      await unhurried(tx, async () => handlers[job.kind]?.(tx, payload, now, job.attempts));
      return true;
    });
  } catch (error) {
    if (!current) throw error;
    // Record the failure before reporting it. If the database is away, recording throws and the job isn't blamed. Otherwise
    // the job is now out of the way and can't hold up the others.
    if (databaseTrouble(error) === "no_files") await waitForFiles(db, current.kind, now);
    else await keepFailure(db, current, error, now);
    failed(error, current.kind);
    return true;
  }
}

/** Schedules a failed job's next attempt, or none after the last. */
async function keepFailure(db: Db, { id, attempts }: { id: number; attempts: number }, error: unknown, now: number) {
  const tried = attempts + 1;
  await db
    .updateTable("job")
    .set({
      attempts: tried,
      run_at: tried >= MOST_ATTEMPTS ? null : now + waitAfter(tried),
      last_error: error instanceof Error ? error.message.slice(0, 500) : String(error).slice(0, 500),
    })
    .where("id", "=", id)
    .where("attempts", "=", attempts) // unless rescheduled meanwhile
    .where("run_at", "<=", now)
    .execute();
}

/** Delays all due jobs of a kind: each would hold a transaction until storage times out. Skips jobs that are running. */
const waitForFiles = (db: Db, kind: string, now: number) =>
  inTransaction(db, async (tx) => {
    const due = tx.selectFrom("job").select("id").where("kind", "=", kind).where("run_at", "<=", now);
    const jobs = await forUpdate(tx, due, "skip locked").execute();
    const ids = jobs.map(({ id }) => id);
    const later = { run_at: now + WAIT_FOR_FILES_MS, created_at: now };
    await tx
      .updateTable("job")
      .set(later)
      .where(isAmong(tx, "id", ids))
      .execute();
  });

export const AT_ONCE = 50;

/**
 * Runs due jobs until none is left, `AT_ONCE` have run, or `stopped` returns true. Requests get a turn after each job. On
 * SQLite a job blocks this process and all other writers. They poll for the lock, so the pause is as long as the job was.
 */
export async function doDueJobs(
  db: Db,
  handlers: JobHandlers,
  now: number,
  failed: (error: unknown, kind: string) => void,
  stopped: () => boolean = () => false,
): Promise<number> {
  const waits = engineOf(db) === "sqlite";
  let done = 0;
  // Usually nothing is due. Check outside a transaction, which would block all other writers on SQLite.
  const due = await db.selectFrom("job").select("id").where("run_at", "<=", now).limit(1).execute();
  if (due.length === 0) return done;
  while (done < AT_ONCE && !stopped()) {
    const begun = performance.now();
    if (!(await doNextJob(db, handlers, now, failed))) break;
    done++;
    await (waits ? setTimeout(performance.now() - begun) : setImmediate());
  }
  return done;
}
