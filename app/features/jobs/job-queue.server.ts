import { setImmediate, setTimeout } from "node:timers/promises";
import { databaseTrouble } from "~/db/database-errors.server";
import { engineOf, isAmong } from "~/db/engine.server";
import { forUpdate } from "~/db/locks.server";
import { inTransaction, type Tx, unhurried } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";

export type NewJob = {
  kind: string;
  /** Two jobs of one key are one: the later time and payload replace what was planned. */
  key?: string;
  /** UTC milliseconds. */
  runAt: number;
  payload?: Record<string, unknown>;
};

/** Plans a job. In the transaction of the change that causes it: both happen, or neither. */
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
 * Payloads of other jobs of a kind that are due, for a handler that does many in one go: they end with the transaction of the
 * one that is being done. One that has failed before is left to a turn of its own, lest it take the others with it; then its
 * handler takes no more, either.
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

/** Takes a planned job back; nothing happens when there is none. */
export async function cancelJob(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom("job").where("key", "=", key).execute();
}

/**
 * What a kind of job does, as a part of the transaction that ends the job: done and forgotten in one moment, or not at all.
 * `attempts`: how often it has failed.
 */
export type JobHandler = (tx: Tx, payload: Record<string, unknown>, now: number, attempts?: number) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

const MOST_ATTEMPTS = 10;

/** How long to wait after the nth failure: 10 s, then doubling up to an hour. */
export const waitAfter = (attempts: number) => Math.min(10_000 * 2 ** (attempts - 1), HOUR_MS);

/** When this process first saw each plan that seems too far ahead, on a clock that can't be set. */
const plansAhead = new WeakMap<Db, Map<string, number>>();

/**
 * Runs jobs that seem to be planned too far ahead once they have waited for their original delay while this process runs. Nobody
 * can tell whether the clock was ahead when they were planned or is behind now, so until then their times stay: a plan counted
 * from a clock that is behind lies in the past as soon as that clock is set. Kinds in `dated` keep the time that a person chose.
 *
 * `uptimeMs` comes from a clock that can't be set. Returns in how many milliseconds to ask again; undefined when no job waits.
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
        and([eb("attempts", ">", 0), eb("run_at", ">", now + HOUR_MS)]), // the longest wait after a failure
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
      .where("run_at", "=", run_at) // unless it was planned anew meanwhile
      .execute();
  }
  plansAhead.set(db, seen);
  return seen.size > 0 ? nextMs : undefined;
}

/** When jobs are tried again that a storage of files which does not answer has kept from their end. */
export const WAIT_FOR_FILES_MS = 10 * MINUTE_MS;

/**
 * Does one job that is due and answers whether there was one. Several processes may ask at once: each job is done by one
 * of them, once, because its work and its end are one transaction. A job that fails is tried again later, and after ten
 * failures kept, without a time, for whoever looks after the server. While the storage of files is away all jobs of the kind
 * that needs it wait, which is no failure of theirs. Throws when the database is away or can't be written.
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
      // First the end, then the work: a handler may plan a job of the same key anew.
      await tx.deleteFrom("job").where("id", "=", job.id).execute();
      const payload = JSON.parse(job.payload) as Record<string, unknown>;
      // Nobody waits for it, and an index takes as long as it takes.
      await unhurried(tx, async () => handlers[job.kind]?.(tx, payload, now, job.attempts));
      return true;
    });
  } catch (error) {
    if (!current) throw error;
    // Kept before it is reported: a database that is away keeps nothing, so this throws and no job is blamed. Any other job is out
    // of the way then, lest one bad file or page holds up all others.
    if (databaseTrouble(error) === "no_files") await waitForFiles(db, current.kind, now);
    else await keepFailure(db, current, error, now);
    failed(error, current.kind);
    return true;
  }
}

/** Plans the next attempt of a job that has failed; none after the last. */
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
    .where("attempts", "=", attempts) // a plan that was made meanwhile counts instead
    .where("run_at", "<=", now)
    .execute();
}

/** Each of them would hold a transaction for as long as the storage is waited for. What another process is doing is left to it. */
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

/** How many jobs are done in one go. */
export const AT_ONCE = 50;

/**
 * Runs due jobs until none is left, `AT_ONCE` have run, or `stopped` says so. After each job requests
 * have their turn: on SQLite nothing else would happen in this process meanwhile, and nobody writes in another. Those try now
 * and then whether they may, so there the turn is as long as the job was.
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
  // Most of the time nothing is due. Look without a transaction: on SQLite it would keep everyone else from writing.
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
