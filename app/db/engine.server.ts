import { PostgresIntrospector, type RawBuilder, type SqlBool, sql } from "kysely";
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

/**
 * Whether a column has one of many values: `in`, without a parameter for each, whose number both engines limit and which
 * would make another statement of each length.
 */
export function isAmong(db: Db, column: string, values: readonly string[] | readonly number[]): RawBuilder<SqlBool> {
  return engineOf(db) === "sqlite"
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${sql.ref(column)} = any(${values})`;
}
