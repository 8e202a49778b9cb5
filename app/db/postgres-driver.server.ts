import { setImmediate as turnIsOver } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from "kysely";
import { DummyDriver, PostgresDialect, PostgresDriver, SelectQueryNode, Transaction } from "kysely";
import pg, { type Pool, type PoolClient } from "pg";
import { requestNotes } from "~/lib/log.server";

/**
 * Has what a request reads in one moment leave on one connection, in one packet, and come back so: a page asks for several things
 * at once, and an errand to the socket costs more than most of their answers. They are answered one after the other, so a page
 * waits for the sum of them; nobody waits for what another request reads. Transactions, and whatever is no `select`, have a
 * connection of their own, as ever.
 *
 * The clients of the pool have to send on before they have an answer (`pipeline`), or one read would wait for the other.
 */
export class GatheringPostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #driver: PostgresDriver;
  /** What is being gathered in this turn of the event loop, by request. */
  readonly #readings = new Map<unknown, Reading>();

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#driver = new PostgresDriver({ pool });
  }

  init = () => this.#driver.init();
  destroy = () => this.#driver.destroy();

  async acquireConnection(): Promise<Asking> {
    return new Asking(this.#driver, () => this.#readingNow());
  }

  releaseConnection = (asking: Asking) => asking.release();

  /** It leaves together with the first statement. Where it is refused that one is, too, and tells why. */
  async beginTransaction(asking: Asking, settings: TransactionSettings) {
    this.#driver.beginTransaction(await asking.own(), settings).catch(() => {});
  }

  async commitTransaction(asking: Asking) {
    await this.#driver.commitTransaction(await asking.own());
  }

  async rollbackTransaction(asking: Asking) {
    await this.#driver.rollbackTransaction(await asking.own());
  }

  #readingNow(): Reading {
    const who = requestNotes();
    const known = this.#readings.get(who);
    if (known) return known;
    const reading = new Reading(this.#pool);
    this.#readings.set(who, reading);
    // An idle connection is there within this turn. Whoever reads later does not share the fate of one that is waited for.
    setImmediate(() => {
      this.#readings.delete(who);
      reading.close();
    });
    return reading;
  }
}

type Own = Parameters<PostgresDriver["releaseConnection"]>[0];

/** What Kysely takes for a connection: a real one from the first statement on that needs its own. */
class Asking implements DatabaseConnection {
  readonly #driver: PostgresDriver;
  readonly #readingNow: () => Reading;
  #own: Promise<Own> | null = null;

  constructor(driver: PostgresDriver, readingNow: () => Reading) {
    this.#driver = driver;
    this.#readingNow = readingNow;
  }

  own(): Promise<Own> {
    this.#own ??= this.#driver.acquireConnection() as Promise<Own>;
    return this.#own;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#own && SelectQueryNode.is(query.query)) return { rows: await this.#readingNow().read<R>(query) };
    return (await this.own()).executeQuery<R>(query);
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    yield* (await this.own()).streamQuery<R>(query, chunkSize);
  }

  async release() {
    const own = await this.#own?.catch(() => null); // what kept it from having one was told to whoever asked
    if (own) await this.#driver.releaseConnection(own);
  }
}

/** What is read in one moment. Its connection goes back to the pool with the last answer. */
class Reading {
  readonly #client: Promise<PoolClient>;
  #unanswered = 1; // the moment itself counts until it is over

  constructor(pool: Pool) {
    this.#client = pool.connect();
  }

  async read<R>({ sql, parameters }: CompiledQuery): Promise<R[]> {
    this.#unanswered++;
    try {
      return (await (await this.#client).query(sql, [...parameters])).rows as R[];
    } finally {
      this.close();
    }
  }

  close() {
    if (--this.#unanswered > 0) return;
    void this.#client.then(
      (client) => client.release(),
      () => {}, // told to whoever has read
    );
  }
}

/** A client that sends what it is asked in one turn of the event loop in one go. */
export class GatheringClient extends pg.Client {
  #isGathering = false;

  // biome-ignore lint/suspicious/noExplicitAny: pg has ten ways to be asked
  override query(...asked: any[]): any {
    this.#gather();
    return (super.query as (...asked: unknown[]) => unknown).apply(this, asked);
  }

  #gather() {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.connection;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}

/**
 * The same transaction, with statements that leave as they are asked, in that order; Kysely would keep each back until the one
 * before is answered. Where one fails those behind it do, too, and all of them tell why the first did.
 */
export function sentAtOnce<Database>(tx: Transaction<Database>): Transaction<Database> {
  const executor = tx.getExecutor();
  const connection = executor.provideConnection(async (own) => own); // it is the transaction's until that ends
  let failed: { why: unknown } | undefined;
  async function provideConnection<T>(use: (own: DatabaseConnection) => Promise<T>): Promise<T> {
    try {
      return await use(await connection);
    } catch (why) {
      if (isBecauseOfAnother(why)) await turnIsOver(); // which may be told by a longer way, within this turn
      failed ??= { why };
      throw failed.why;
    }
  }
  return new Transaction({ ...NEVER_ASKED, executor: executor.withConnectionProvider({ provideConnection }) });
}

/** in_failed_sql_transaction; or invalid_sql_statement_name: what was to prepare it, a moment before, was itself refused so. */
const isBecauseOfAnother = (error: unknown) =>
  ["25P02", "26000"].includes(String((error as { code?: unknown } | null)?.code));

/** A transaction has its connection already; Kysely's types want to know how to come by one. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error("A transaction has a connection.")) });
const NEVER_ASKED = { config: { dialect }, dialect, driver: new DummyDriver() };
