import type { Transaction } from "kysely";
import type { Database, Db } from "./types";

export type Tx = Transaction<Database>;

/**
 * Runs `work` as one transaction; inside of one already, as a part of it.
 * Inside `work` use only the transaction: on SQLite the outer `db` would wait for itself for ever.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  return db.transaction().execute(work);
}
