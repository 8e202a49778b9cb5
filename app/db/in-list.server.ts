import { type RawBuilder, type SqlBool, sql } from "kysely";
import { engineOf } from "./engine.server";
import type { Db } from "./types";

/**
 * Whether a column has one of many values: `in`, without a parameter for each, whose number both engines limit and which
 * would make another statement of each length.
 */
export function isAmong(db: Db, column: string, values: readonly string[] | readonly number[]): RawBuilder<SqlBool> {
  return engineOf(db) === "sqlite"
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${sql.ref(column)} = any(${values})`;
}
