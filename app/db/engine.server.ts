import { PostgresIntrospector } from "kysely";
import type { Db } from "./types";

export type Engine = "sqlite" | "postgres";

/** Asked for each query, and each time Kysely makes a new introspector. */
const engines = new WeakMap<object, Engine>();

/** Which engine this database or transaction runs on. */
export function engineOf(db: Pick<Db, "introspection">): Engine {
  const known = engines.get(db);
  if (known) return known;
  const engine = db.introspection instanceof PostgresIntrospector ? "postgres" : "sqlite";
  engines.set(db, engine);
  return engine;
}
