import type { SelectQueryBuilder } from "kysely";
import { engineOf } from "./engine.server";
import type { Tx } from "./transaction.server";
import type { Database } from "./types";

/** Locks the query's rows until the transaction ends. On SQLite a transaction is the only writer anyway. */
export function forUpdate<TB extends keyof Database, O>(
  tx: Tx,
  query: SelectQueryBuilder<Database, TB, O>,
  others: "wait" | "skip locked" = "wait",
): SelectQueryBuilder<Database, TB, O> {
  if (engineOf(tx) === "sqlite") return query;
  return others === "wait" ? query.forUpdate() : query.forUpdate().skipLocked();
}
