import type { Compilable, CompiledQuery } from "kysely";
import { engineOf } from "./engine.server";
import type { Db } from "./types";

type Shape = Readonly<Record<string, string | boolean>>;
type Values = Readonly<Record<string, string | number>>;

/** Stands for a value in a compiled query. Throws if code computes with it or puts it into text. */
class Placeholder {
  constructor(readonly name: string) {}

  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has no value yet: a query that is compiled once can only compare with it.`);
  }
}

const placeholders = new Proxy({} as Record<string, never>, { get: (_, name) => new Placeholder(String(name)) });

/**
 * Compiles a large, frequent query once per engine and `shape`: compiling five queries took a fifth of the task page's time.
 *
 * `shape` has everything that changes the SQL, so any permission checked with an `if` belongs there. `build` gets
 * placeholders for `values`, so a value can't be a list.
 */
export function compiledOnce<S extends Shape, V extends Values, Row>(
  build: (db: Db, shape: S, values: V) => Compilable<Row>,
) {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db: Db, shape: S, values: V): Promise<Row[]> => {
    const key = `${engineOf(db)} ${JSON.stringify(shape)}`;
    const query = compiled.get(key) ?? build(db, shape, placeholders as unknown as V).compile();
    compiled.set(key, query);
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
