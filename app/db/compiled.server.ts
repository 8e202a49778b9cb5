import type { Compilable, CompiledQuery } from "kysely";
import { type Engine, engineOf } from "./engine.server";
import type { Db } from "./types";

type Values = Readonly<Record<string, string | number>>;

/** Where a value goes. Kysely takes it for one; whoever computes with it, or puts it into text, is told. */
class Place {
  constructor(readonly name: string) {}

  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has no value yet: a query that is compiled once can only compare with it.`);
  }
}

const places = new Proxy({} as Record<string, never>, { get: (_, name) => new Place(String(name)) });

/** By the text of each. */
const names = new Map<string, string>();

/**
 * The name under which PostgreSQL keeps this statement planned on each connection; undefined for what is not compiled once, which
 * it plans for the values of each time. A statement with all columns, whichever they are, would end with an upgrade that adds one.
 */
export const statementName = (text: string): string | undefined => names.get(text);

const knowName = (text: string) => {
  if (!/(select |\.)\*/.test(text)) names.set(text, `once_${names.size}`);
};

/**
 * A query whose text is always the same: Kysely builds and compiles it at its first use with each engine, which takes a tenth
 * of the time of a busy page. `build` gets a place for each value, under its name. A list for `in` cannot be one: how long it
 * is is a part of the text.
 */
export function compiledOnce<V extends Values, Row>(build: (db: Db, values: V) => Compilable<Row>) {
  const known: Partial<Record<Engine, CompiledQuery<Row>>> = {};
  return async (db: Db, values: V): Promise<Row[]> => {
    const engine = engineOf(db);
    const query = known[engine] ?? build(db, places as unknown as V).compile();
    if (!known[engine] && engine === "postgres") knowName(query.sql);
    known[engine] = query;
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.name] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
