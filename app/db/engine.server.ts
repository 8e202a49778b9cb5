import { PostgresAdapter } from "kysely";
import type { Db } from "./types";

export type Engine = "sqlite" | "postgres";

/** Which engine this database or transaction runs on. */
export function engineOf(db: Pick<Db, "getExecutor">): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
