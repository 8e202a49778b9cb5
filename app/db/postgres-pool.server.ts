import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { StatementNames } from "./statement-names.server";
import { databaseTrouble } from "./trouble.server";

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
