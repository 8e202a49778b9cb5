import SqliteDatabase from "better-sqlite3";
import { CompiledQuery } from "kysely";
import pg from "pg";
import type { Engine } from "~/db/engine.server";
import type { Db } from "~/db/types";

/** A statement as the driver receives it. */
export type Statement = { sql: string; values: readonly unknown[] };

/** Reports every statement that this process sends to either engine, until the returned function is called. */
export function listenToDrivers(onStatement: (statement: Statement, engine: Engine) => void): () => void {
  const { prepare } = SqliteDatabase.prototype;
  SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, sql: string) {
    const statement = prepare.call(this, sql);
    for (const method of ["all", "run", "iterate"] as const) {
      const work = statement[method].bind(statement) as (...values: unknown[]) => unknown;
      Object.assign(statement, {
        [method]: (...values: unknown[]) => {
          onStatement({ sql, values }, "sqlite");
          return work(...values);
        },
      });
    }
    return statement;
  } as typeof prepare;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first, second] = asked as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    if (typeof first === "string") onStatement({ sql: first, values: second ?? [] }, "postgres");
    else onStatement({ sql: first.text, values: first.values ?? [] }, "postgres");
    return (query as (...asked: unknown[]) => unknown).apply(this, asked);
  } as typeof query;
  return () => {
    SqliteDatabase.prototype.prepare = prepare;
    pg.Client.prototype.query = query;
  };
}

/**
 * Lists the steps of SQLite's plan that scan one of these tables from end to end: https://sqlite.org/eqp.html. A scan
 * in index order is fine if a limit stops it. With `inOrder` false it isn't, for filters that few rows match.
 */
export async function findTableScans(
  db: Db,
  { sql, values }: Statement,
  tables: readonly string[],
  { inOrder = true } = {},
): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...(Array.isArray(values[0]) ? values[0] : values)]),
  );
  const details = rows.map(({ detail }) => detail);
  const sorts = details.some((detail) => detail.includes("USE TEMP B-TREE FOR ORDER BY"));
  const stops = inOrder && /\blimit\b/i.test(sql) && !sorts;
  return details.filter((detail) => {
    if (/^SCAN \S+ VIRTUAL TABLE INDEX \d+:M/.test(detail)) return false; // only reads the full-text index
    const [, name = "", by] = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? [];
    return namesOf(name, sql).some((table) => tables.includes(table)) && !(by && stops);
  });
}

/** The tables that a name in a plan may stand for: that name, or the table it is an alias of. */
const namesOf = (name: string, sql: string) => [
  name,
  ...[...sql.matchAll(/"?(\w+)"? as "?(\w+)"?/gi)].flatMap(([, table = "", alias]) => (alias === name ? [table] : [])),
];

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
};

/**
 * Lists the tables from which PostgreSQL really read too many rows: more than `most`, plus `perRow` for each row
 * returned. With `often`, the statement has been planned before, so the plan may be a generic one.
 */
export async function findExcessReads(
  db: Db,
  { sql, values }: Statement,
  tables: readonly string[],
  most: number,
  { perRow = 0, often = true } = {},
): Promise<string[]> {
  const plan = await planOf(db, { sql, values }, often ? TIMES_PLANNED : 0);
  const read = new Map<string, number>();
  const walk = (node: Node) => {
    const table = node["Relation Name"];
    const left = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
    const rows = (node["Actual Rows"] + left) * node["Actual Loops"];
    if (table && tables.includes(table)) read.set(table, (read.get(table) ?? 0) + rows);
    for (const inner of node.Plans ?? []) walk(inner);
  };
  walk(plan);
  const allowed = most + perRow * plan["Actual Rows"];
  return [...read].flatMap(([table, rows]) => (rows > allowed ? `${rows} rows of ${table}` : []));
}

/** The plan of a statement that has been planned this many times before. */
const planOf = (db: Db, { sql, values }: Statement, times: number): Promise<Node> =>
  db.connection().execute(async (connection) => {
    const ask = <Row>(text: string) => connection.executeQuery<Row>(CompiledQuery.raw(text));
    const given = values.length === 0 ? "" : `(${values.map(asLiteral).join(", ")})`;
    const explain = (how: string) =>
      ask<{ "QUERY PLAN": [{ Plan: Node }] }>(`explain (${how}format json) execute asked${given}`);
    await ask(`prepare asked as ${sql}`);
    try {
      for (let time = 1; time <= times; time++) await explain("");
      const { rows } = await explain("analyze, timing off, ");
      return rows[0]?.["QUERY PLAN"][0].Plan as Node;
    } finally {
      await ask("deallocate asked");
    }
  });

/** PostgreSQL makes this many custom plans before it considers a generic one. */
const TIMES_PLANNED = 5;

function asLiteral(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(",")}}`);
  return pg.escapeLiteral(String(value));
}
