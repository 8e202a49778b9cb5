import {
  type Compilable,
  type CompiledQuery,
  createQueryId,
  type OperationNodeSource,
  PostgresQueryCompiler,
  type RootOperationNode,
} from "kysely";
import { type Engine, engineOf } from "./engine.server";
import type { Db } from "./types";

type Values = Readonly<Record<string, string | number | null>>;

/** Where a value goes. Kysely takes it for one; whoever computes with it, or puts it into text, is told. */
class Place {
  constructor(readonly name: string) {}

  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has no value yet: a query that is compiled once can only compare with it.`);
  }
}

const places = new Proxy({} as Record<string, never>, { get: (_, name) => new Place(String(name)) });

/**
 * Writes what is the same each time into the text. PostgreSQL makes one plan for all values of a place, and would guess how many
 * rows a limit leaves, or which part of an index `open = 1` may use.
 */
class ConstantsInText extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Place) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

/**
 * A query whose text is always the same: Kysely builds and compiles it at its first use with each engine, which takes a tenth
 * of the time of a busy page. `build` gets a place for each value, under its name. A list for `in` cannot be one: how long it
 * is is a part of the text.
 */
export function compiledOnce<V extends Values, Row>(
  build: (db: Db, values: V) => Compilable<Row> & OperationNodeSource,
) {
  const known: Partial<Record<Engine, CompiledQuery<Row>>> = {};
  return async (db: Db, values: V): Promise<Row[]> => {
    const engine = engineOf(db);
    const query = known[engine] ?? compiled(build(db, places as unknown as V), engine);
    known[engine] = query;
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.name] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

const compiled = <Row>(query: Compilable<Row> & OperationNodeSource, engine: Engine): CompiledQuery<Row> =>
  engine === "postgres"
    ? new ConstantsInText().compileQuery(query.toOperationNode() as RootOperationNode, createQueryId())
    : query.compile();
