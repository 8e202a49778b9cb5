import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { databaseTrouble } from "./database-errors.server";

/** How often a text is asked for before its plan is kept: one for each length of a list comes and goes. */
const OFTEN = 3;

/** Each connection keeps the plans of all that have a name, a tenth of a megabyte for a list of tasks. */
const MOST_NAMES = 250;

/** Texts that are counted at a time. */
const MOST_COUNTED = 1_000;

const ALL_COLUMNS = /(?:\b(?:select|distinct|returning)|,)\s*\*|\.\*/i;

/** One statement that names its columns. The rows of the others change with an upgrade, and a prepared one would then fail. */
const isKeepable = (text: string) =>
  /^\s*(select|with|insert|update|delete)\b/i.test(text) && !ALL_COLUMNS.test(text) && !text.includes(";");

/** The names under which a PostgreSQL server keeps what one pool of connections asks for often. */
class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * The name under which each connection is to have this statement prepared; undefined for one that is parsed and planned
   * anew. Whether a prepared one is planned for the values of each time is still the server's choice, which compares what
   * both cost.
   */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name || this.#names.size >= MOST_NAMES || !isKeepable(text)) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text); // put back below: the first is then the one not asked for longest
    if (count >= OFTEN) this.#names.set(text, `often_${this.#names.size}`);
    else this.#counts.set(text, count);
    if (this.#counts.size > MOST_COUNTED) this.#counts.delete(this.#counts.keys().next().value as string);
    return this.#names.get(text);
  }
}

const deadline = new AsyncLocalStorage<number>();

/** Gives each query that `work` sends to PostgreSQL this long for its answer, instead of the pool's deadline. */
export const withDeadline = <T>(ms: number, work: () => Promise<T>): Promise<T> => deadline.run(ms, work);

/** The deadline for background work: long, but a server that has gone doesn't hold it up forever. */
export const UNHURRIED_MS = 3_600_000;

/**
 * A pool as Kysely wants one. Statements that are sent often are prepared by name, as SQLite's are (`preparedOnce`).
 *
 * A server that vanishes without closing its connections, behind a firewall or on a paused machine, never answers and never
 * fails. So each query has a deadline of its own; a connection that misses it is destroyed instead of used again.
 */
export function poolForKysely(pool: pg.Pool, deadlineMs: number): PostgresPool {
  const names = new StatementNames();
  return {
    connect: async () => new PatientClient(await pool.connect(), names, deadlineMs),
    end: () => pool.end(),
  };
}

/** A connection from when it is taken out of the pool until it goes back. */
class PatientClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #deadlineMs: number;
  /** Why this connection can't be used any more. */
  #lost: Error | undefined;

  constructor(client: pg.PoolClient, names: StatementNames, deadlineMs: number) {
    this.#client = client;
    this.#names = names;
    this.#deadlineMs = deadlineMs;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  // biome-ignore lint/suspicious/noExplicitAny: Kysely hands over cursors only where its dialect was given them.
  query(text: any, values: readonly unknown[] = []): any {
    return this.#ask(text, values);
  }

  async #ask(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#lost) throw this.#lost; // a rollback would only wait for another deadline
    try {
      const answer = this.#client.query({ name: this.#names.nameOf(text), text, values: [...values] });
      return await inTime(answer, deadline.getStore() ?? this.#deadlineMs);
    } catch (error) {
      if (databaseTrouble(error) === "away") this.#lost = error as Error;
      throw error;
    }
  }

  /** The pool destroys a client that comes back with an error, and opens another when it needs one. */
  release(): void {
    this.#client.release(this.#lost);
  }
}

async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  if (ms === Number.POSITIVE_INFINITY) return answer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer(ms)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** With the code of a connection that broke: nobody knows whether the query was carried out. */
const noAnswer = (ms: number) =>
  Object.assign(new Error(`PostgreSQL did not answer within ${ms / 1000} seconds.`), { code: "ETIMEDOUT" });
