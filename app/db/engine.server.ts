import { PostgresIntrospector, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "./types";

export type Engine = "sqlite" | "postgres";

/** A cache, because `engineOf` runs for each query and Kysely creates a new introspector on each access. */
const engines = new WeakMap<object, Engine>();

export function engineOf(db: Pick<Db, "introspection">): Engine {
  const known = engines.get(db);
  if (known) return known;
  const engine = db.introspection instanceof PostgresIntrospector ? "postgres" : "sqlite";
  engines.set(db, engine);
  return engine;
}

/**
 * Like `in`, with a single parameter. Both engines limit the number of parameters, and each list length would be another
 * statement to prepare.
 */
export function isAmong(db: Db, column: string, values: readonly string[] | readonly number[]): RawBuilder<SqlBool> {
  return engineOf(db) === "sqlite"
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${sql.ref(column)} = any(${values})`;
}
