import { setTimeout } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { Database, Db } from "./types";

export type Tx = Transaction<Database>;

/**
 * Runs `work` as one transaction; inside of one already, as a part of it.
 * Inside `work` use only the transaction: on SQLite the outer `db` would wait for itself for ever. It may run twice:
 * PostgreSQL ends one of two transactions that wait for each other, and that one has another try.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  const run = () => db.transaction().execute(work);
  return run().catch(async (error: { code?: unknown } | null) => {
    if (!ENDED_FOR_OTHERS.includes(String(error?.code))) throw error;
    await setTimeout(PAUSE_MS);
    return run();
  });
}

/** PostgreSQL: deadlock_detected, serialization_failure. All that was done is undone, and nothing is wrong with it. */
const ENDED_FOR_OTHERS = ["40P01", "40001"];

/** Long enough for the other one to take what it waited for, which we would otherwise take away again. */
const PAUSE_MS = 50;
