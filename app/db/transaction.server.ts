import { setTimeout } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { engineOf } from "./engine.server";
import { UNHURRIED_MS, withDeadline } from "./postgres-pool.server";
import type { Database, Db } from "./types";

export type Tx = Transaction<Database>;

/**
 * Runs `work` as one transaction; inside of one already, as a part of it.
 * Inside `work` use only the transaction: on SQLite the outer `db` would wait for itself for ever. It may run several times:
 * PostgreSQL ends one of two transactions that wait for each other, and that one has another try, a few times at most.
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

/** Runs background work in a transaction, with more time for its statements than a page has. */
export async function unhurried<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (engineOf(tx) === "sqlite") return work();
  await sql`set local statement_timeout = 0`.execute(tx);
  return withDeadline(UNHURRIED_MS, work);
}

/** PostgreSQL: deadlock_detected, serialization_failure. Everything was rolled back and can be tried again. */
const ENDED_FOR_OTHERS = ["40P01", "40001"];

const MOST_AGAIN = 4;

/**
 * How long to wait before another try: about 50, 100, 200, 400 ms. Long enough for the other transaction to get its lock, and
 * random, so that two that were rolled back together don't collide again.
 */
const conflictBackoff = (again: number) => 50 * 2 ** again * (0.75 + Math.random() / 2);
