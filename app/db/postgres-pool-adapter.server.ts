import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { databaseTrouble } from "./database-errors.server";

/** A query is prepared from this use on: queries with a varying list length rarely repeat. */
const PREPARED_FROM_USE = 3;

/** Bounded because every connection keeps a plan for each prepared statement: 0.1 MB for a task list. */
const MAX_PREPARED = 250;

/** How many texts are counted at once; the least recently used is forgotten. */
const MAX_COUNTED = 1_000;

const ALL_COLUMNS = /(?:\b(?:select|distinct|returning)|,)\s*\*|\.\*/i;

/** Whether a text is one statement that names its columns. A prepared `*` fails once an upgrade changes the columns. */
const canBePrepared = (text: string) =>
  /^\s*(select|with|insert|update|delete)\b/i.test(text) && !ALL_COLUMNS.test(text) && !text.includes(";");

/** Names for a pool's frequent queries, as prepared statements. */
class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * The name to prepare this query under; undefined if it should be parsed and planned each time. The server still chooses
   * between a generic plan and one per execution, by cost.
   */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name || this.#names.size >= MAX_PREPARED || !canBePrepared(text)) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text); // re-inserted below, so the first key is the least recently used
    if (count >= PREPARED_FROM_USE) this.#names.set(text, `often_${this.#names.size}`);
    else this.#counts.set(text, count);
    if (this.#counts.size > MAX_COUNTED) this.#counts.delete(this.#counts.keys().next().value as string);
    return this.#names.get(text);
  }
}

const deadline = new AsyncLocalStorage<number>();

/** Replaces the pool's deadline for each PostgreSQL query that `work` sends. */
export const withDeadline = <T>(ms: number, work: () => Promise<T>): Promise<T> => deadline.run(ms, work);

/** For background work, and where no statement timeout is set: long, but not forever if the server is gone. */
export const LONGEST_DEADLINE_MS = 3_600_000;

/**
 * Adapts a pool for Kysely. Frequent statements are prepared by name. (For SQLite, `preparedOnce` keeps every statement.)
 *
 * A server that vanishes without closing its connections, behind a firewall or on a paused machine, never answers and never
 * fails. So each query has a deadline; a connection that misses it is destroyed instead of reused.
 */
export function poolForKysely(pool: pg.Pool, deadlineMs: number): PostgresPool {
  const names = new StatementNames();
  return {
    connect: async () => new DeadlineClient(await pool.connect(), names, deadlineMs),
    end: () => pool.end(),
  };
}

class DeadlineClient implements PostgresPoolClient {
  #lost: Error | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly names: StatementNames,
    private readonly deadlineMs: number,
  ) {}

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  // biome-ignore lint/suspicious/noExplicitAny: Kysely hands over cursors only where its dialect was given them.
  query(text: any, values: readonly unknown[] = []): any {
    return this.#run(text, values);
  }

  async #run(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#lost) throw this.#lost; // a rollback would only wait for another deadline
    try {
      const answer = this.client.query({ name: this.names.nameOf(text), text, values: [...values] });
      return await withinDeadline(answer, deadline.getStore() ?? this.deadlineMs);
    } catch (error) {
      if (databaseTrouble(error) === "away") this.#lost = error as Error;
      throw error;
    }
  }

  /** The pool destroys a client that is released with an error. */
  release(): void {
    this.client.release(this.#lost);
  }
}

async function withinDeadline<T>(answer: Promise<T>, ms: number): Promise<T> {
  if (ms === Number.POSITIVE_INFINITY) return answer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(deadlineError(ms)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Has the code of a broken connection, because the query may or may not have run. */
const deadlineError = (ms: number) =>
  Object.assign(new Error(`PostgreSQL didn't respond within ${ms / 1000} seconds.`), { code: "ETIMEDOUT" });
