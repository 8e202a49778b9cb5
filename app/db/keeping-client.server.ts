import pg from "pg";
import { GatheringClient } from "./postgres-driver.server";
import { rowMaker } from "./row-maker.server";
import { StatementNames } from "./statement-names.server";

/** What pg makes of the description of a statement's rows, which its types keep to themselves, and what makes the rows. */
type Description = {
  fields: readonly { name: string }[];
  _parsers: readonly ((text: string) => unknown)[];
  make: ReturnType<typeof rowMaker>;
};

type Result = Omit<Description, "make"> & { make?: Description["make"]; parseRow: typeof madeAtOnce };

type Connection = { describe: (what: unknown) => void };

interface PgQuery {
  name: string;
  callback: (error: Error | undefined, result: unknown) => void;
  _result: Result;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const Query = pg.Query as unknown as new (text: string, values: unknown[]) => PgQuery;

/** A row of a result. pg fills copies of an empty one, and V8 gives many of these copies a hidden class each. */
function madeAtOnce(this: Result, texts: readonly (string | null)[]) {
  this.make ??= makerOf(this);
  return this.make(texts.map((text, at) => (text === null ? null : this._parsers[at]?.(text))));
}

const makerOf = ({ fields }: Result) => rowMaker(fields.map(({ name }) => name));

/**
 * A statement that its connection has prepared. What its rows look like the server tells once: to tell, read and make ready for it
 * each time would take as long as the rows of a page do. It cannot change: the server refuses a prepared statement whose rows
 * would.
 */
class KeptQuery extends Query {
  readonly #known: Map<string, Description>;

  constructor(name: string, text: string, values: unknown[], known: Map<string, Description>) {
    super(text, values);
    this.name = name;
    this.#known = known;
    this._result.parseRow = madeAtOnce;
  }

  override prepare(connection: Connection) {
    const known = this.#known.get(this.name);
    if (!known) return super.prepare(connection);
    Object.assign(this._result, known);
    this._accumulateRows = true;
    const { describe } = connection;
    connection.describe = () => {};
    try {
      super.prepare(connection);
    } finally {
      connection.describe = describe;
    }
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (!this.#known.has(this.name)) {
      const { fields, _parsers, make = makerOf(this._result) } = this._result;
      this.#known.set(this.name, { fields, _parsers, make });
    }
    super.handleCommandComplete(message, connection);
  }
}

/** The clients of one pool, which have the server keep the plans of what is asked often, as SQLite's are kept (`preparedOnce`). */
export function clientThatKeeps(): typeof GatheringClient {
  const names = new StatementNames();
  return class extends GatheringClient {
    readonly #known = new Map<string, Description>();

    // biome-ignore lint/suspicious/noExplicitAny: pg has ten ways to be asked
    override query(...asked: any[]): any {
      const [text, values] = asked;
      const name = typeof text === "string" && asked.length === 2 ? names.nameOf(text) : undefined;
      if (!name) return super.query(...asked);
      return new Promise((resolve, reject) => {
        const query = new KeptQuery(name, text, values, this.#known);
        query.callback = (error, result) => (error ? reject(error) : resolve(result));
        super.query(query);
      });
    }
  };
}
