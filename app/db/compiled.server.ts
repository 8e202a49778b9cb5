import type { Compilable, CompiledQuery } from "kysely";
import { engineOf } from "./engine.server";
import type { Db } from "./types";

type Shape = Readonly<Record<string, string | boolean>>;
type Values = Readonly<Record<string, string | number>>;

/** Where a value goes. Kysely takes it for one; code that computes with it, or puts it into text, throws. */
class Placeholder {
  constructor(readonly name: string) {}

  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has no value yet: a query that is compiled once can only compare with it.`);
  }
}

const placeholders = new Proxy({} as Record<string, never>, { get: (_, name) => new Placeholder(String(name)) });

/**
 * A large query of a page that people open all day. Kysely builds and compiles it once for each engine and `shape`, which is what
 * changes its text; on the page of a task compiling five queries took a fifth of the time. `build` gets a placeholder for each
 * value, so a value can't be a list, and whatever decides which rows somebody may see by an `if` belongs in `shape`.
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
