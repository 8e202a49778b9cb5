import { setTimeout } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { engineOf } from "./engine.server";
import { LONGEST_DEADLINE_MS, withDeadline } from "./postgres-pool-adapter.server";
import type { Database, Db } from "./types";

export type Tx = Transaction<Database>;

/**
 * Runs `work` in a transaction, joining the current one if there is one.
 *
 * Inside `work`, use only `tx`: on SQLite the outer `db` would wait for itself forever. `work` may run several times, because
 * PostgreSQL aborts one of two deadlocked transactions and we retry it.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  for (let again = 0; ; again++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (again === MOST_AGAIN || !ENDED_FOR_OTHERS.includes(String((error as { code?: unknown } | null)?.code)))
        throw error;
      await setTimeout(conflictBackoff(again));
    }
  }
}

/** Runs background work in a transaction without a page's statement timeout. */
export async function unhurried<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (engineOf(tx) === "sqlite") return work();
  await sql`set local statement_timeout = 0`.execute(tx);
  return withDeadline(LONGEST_DEADLINE_MS, work);
}

/** PostgreSQL's deadlock_detected and serialization_failure: everything was rolled back, so a retry is safe. */
const ENDED_FOR_OTHERS = ["40P01", "40001"];

const MOST_AGAIN = 4;

/**
 * Backoff of about 50, 100, 200, 400 ms: long enough for the other transaction to get its lock. Jitter keeps two that were
 * rolled back together from colliding again.
 */
const conflictBackoff = (again: number) => 50 * 2 ** again * (0.75 + Math.random() / 2);
