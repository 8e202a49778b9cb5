import SqliteDatabase from "better-sqlite3";
import { CompiledQuery } from "kysely";
import pg from "pg";
import type { Db } from "~/db/types";

/** A statement as a driver got it. */
export type Statement = { sql: string; values: readonly unknown[] };

/** Tells of every statement that this process sends to either engine, until it is called. */
export function listenToDrivers(hear: (statement: Statement) => void): () => void {
  const { prepare } = SqliteDatabase.prototype;
  SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, sql: string) {
    const statement = prepare.call(this, sql);
    for (const method of ["all", "run", "iterate"] as const) {
      const work = statement[method].bind(statement) as (...values: unknown[]) => unknown;
      Object.assign(statement, {
        [method]: (...values: unknown[]) => {
          hear({ sql, values });
          return work(...values);
        },
      });
    }
    return statement;
  } as typeof prepare;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first, second] = asked as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    if (typeof first === "string") hear({ sql: first, values: second ?? [] });
    else hear({ sql: first.text, values: first.values ?? [] });
    return (query as (...asked: unknown[]) => unknown).apply(this, asked);
  } as typeof query;
  return () => {
    SqliteDatabase.prototype.prepare = prepare;
    pg.Client.prototype.query = query;
  };
}

/**
 * What of its plan makes SQLite go through one of these tables from one end to the other: https://sqlite.org/eqp.html.
 * In the order of an index it may, where it stops as soon as it has enough; but not for what few have (`inOrder` false).
 */
export async function scansOf(
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
    if (/^SCAN \S+ VIRTUAL TABLE INDEX \d+:M/.test(detail)) return false; // words of the full-text index alone
    const [, name = "", by] = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? [];
    return namesOf(name, sql).some((table) => tables.includes(table)) && !(by && stops);
  });
}

/** The table that a name in a plan may stand for: itself, or what it is another name of. */
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

/** Of which of these tables PostgreSQL really looked at more rows than `most`. */
export async function readsOf(
  db: Db,
  { sql, values }: Statement,
  tables: readonly string[],
  most: number,
): Promise<string[]> {
  const explained = await db.executeQuery<{ "QUERY PLAN": [{ Plan: Node }] }>(
    CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...values]),
  );
  const read = new Map<string, number>();
  const walk = (node: Node) => {
    const table = node["Relation Name"];
    const left = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
    const rows = (node["Actual Rows"] + left) * node["Actual Loops"];
    if (table && tables.includes(table)) read.set(table, (read.get(table) ?? 0) + rows);
    for (const inner of node.Plans ?? []) walk(inner);
  };
  const plan = explained.rows[0]?.["QUERY PLAN"][0].Plan;
  if (plan) walk(plan);
  return [...read].flatMap(([table, rows]) => (rows > most ? `${rows} rows of ${table}` : []));
}
