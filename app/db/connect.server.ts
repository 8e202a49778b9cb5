import { mkdirSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type LimitNode,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from "kysely";
import pg from "pg";
import { log } from "~/lib/log.server";
import { LONGEST_DEADLINE_MS, poolForKysely } from "./postgres-pool-adapter.server";
import {
  COMMAND_LOCK_WAIT_MS,
  isLocked,
  REQUEST_LOCK_WAIT_MS,
  retryWhileLocked,
  type UntilUnlocked,
} from "./sqlite-lock-retry.server";
import type { Database, Db } from "./types";

/** The connection under a database, for the few things Kysely does not cover, such as online backup and LISTEN. */
export type Raw = RawSqlite | { engine: "postgres"; pool: pg.Pool };

type RawSqlite = {
  engine: "sqlite";
  handle: SqliteDatabase.Database;
  /**
   * Runs work that writes on the handle, outside any open transaction, and retries while another process holds the
   * lock.
   */
  alone: UntilUnlocked;
};

const raws = new WeakMap<Db, Raw>();

/** The raw connection of a database. Throws for a transaction. */
export function rawOf(db: Db): Raw {
  const raw = raws.get(db);
  if (!raw) throw new Error("Only a database made by connect has a raw connection.");
  return raw;
}

/**
 * PostgreSQL limits for a server process. Commands may take long, so they have none.
 *
 * connections     maximum pool size
 * timeoutSeconds  maximum duration of a statement; 0 for no limit
 */
export type Limits = { connections: number; timeoutSeconds: number };

/** Opens the configured database. Reads, migrates and checks nothing. */
export function connect(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  limits?: Limits,
): Db {
  if (databaseUrl) return connectPostgres(databaseUrl, limits);
  return connectSqlite(sqliteFile(dataDir), { lockMs: limits ? REQUEST_LOCK_WAIT_MS : COMMAND_LOCK_WAIT_MS });
}

/** The database file in a data folder; creates the folder if it is missing. */
function sqliteFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return join(dataDir, "taskdesk.db");
}

const NUMBER_TYPES = [20, 1700]; // int8, numeric: counts and times fit a double

/** How long to wait for a connection, from the server or from the pool. */
const CONNECT_MS = 5_000;

/** Maximum wait for a lock; less if statements have a short timeout, so a lock always times out first. */
const ROW_LOCK_MS = 10_000;

/** Maximum idle time in a transaction: only a hung process reaches it. */
const FORGOTTEN_MS = 60_000;

/** TCP keep-alive delay: detects a server whose machine is gone, about ten seconds later. */
const KEEP_ALIVE_MS = 30_000;

/** Network time for a response, on top of the statement timeout. */
const ON_THE_WAY_MS = 5_000;

function deadlineOf(limits: Limits | undefined): number {
  if (!limits) return Number.POSITIVE_INFINITY;
  return limits.timeoutSeconds === 0 ? LONGEST_DEADLINE_MS : limits.timeoutSeconds * 1_000 + ON_THE_WAY_MS;
}

const limitsIn = ({ connections, timeoutSeconds }: Limits) => ({
  max: connections,
  statement_timeout: timeoutSeconds * 1_000,
  lock_timeout: timeoutSeconds === 0 ? ROW_LOCK_MS : Math.min(ROW_LOCK_MS, timeoutSeconds * 500),
  idle_in_transaction_session_timeout: FORGOTTEN_MS,
});

/**
 * Planner defaults; the connection string can override them. PostgreSQL's default page cost assumes a spinning disk and
 * prefers scanning all tasks to looking up a few hundred. Our rows are in memory or on an SSD. JIT compilation takes
 * longer than any of our statements.
 */
const PLANNING = "-c random_page_cost=1.1 -c jit=off";

/** Gives `sslmode` its libpq meaning; pg's own meaning differs until its next major version. */
function withLibpqModes(connectionString: string): string {
  const address = new URL(connectionString);
  const mode = address.searchParams.get("sslmode");
  if (!mode || mode === "no-verify" || address.searchParams.has("uselibpqcompat")) return connectionString;
  address.searchParams.set("uselibpqcompat", "true");
  return address.href;
}

export function connectPostgres(connectionString: string, limits?: Limits): Db {
  const pool = new pg.Pool({
    connectionString: withLibpqModes(connectionString),
    fallback_application_name: "taskdesk",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: PLANNING,
    ...(limits ? limitsIn(limits) : { max: 10 }),
    allowExitOnIdle: true,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        NUMBER_TYPES.includes(oid) ? Number : pg.types.getTypeParser(oid, format as "text"),
    } as pg.CustomTypesConfig,
  });
  // A restarting server cuts idle connections. The pool opens new ones, but without a listener the process would crash.
  pool.on("error", (error) => log.warn({ err: error }, "PostgreSQL closed an idle connection"));
  // The pool doesn't listen on connections in use or closing. Their query fails with the reason anyway.
  pool.on("connect", (client) => client.on("error", () => {}));
  const dialect = new TaskdeskPostgresDialect({ pool: poolForKysely(pool, deadlineOf(limits)) });
  const db = new Kysely<Database>({ dialect });
  raws.set(db, { engine: "postgres", pool });
  return db;
}

/**
 * Inlines the limit. With a limit parameter, PostgreSQL's generic plan assumes a tenth of all rows and looks expensive.
 * It then plans each execution again, a third of a list's time.
 */
class PlannedPostgresCompiler extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append("limit ");
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(String(limit.value));
    else this.visitNode(limit);
  }
}

class TaskdeskPostgresDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new PlannedPostgresCompiler();
  }
}

/** `lockMs`: how long a write waits, without blocking this process, while another process holds the write lock. */
export function connectSqlite(file: string, { lockMs = REQUEST_LOCK_WAIT_MS } = {}): Db {
  const handle = new SqliteDatabase(file);
  handle.pragma("journal_mode = WAL");
  handle.pragma("synchronous = FULL"); // an acknowledged write survives a power cut
  handle.pragma("foreign_keys = ON");
  handle.pragma("temp_store = MEMORY");
  handle.pragma("cache_size = -8000"); // KiB: half the default, and as fast on a desk of 100,000 tasks
  handle.pragma("secure_delete = ON"); // overwrites deleted data: redacted text, drafts, sessions
  handle.pragma("busy_timeout = 0"); // SQLite would block this process; the driver retries instead
  const untilUnlocked = retryWhileLocked(lockMs);
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () => new ImmediateSqliteDriver(handle, untilUnlocked),
      createIntrospector: (inDb) => new SqliteIntrospector(inDb),
      createQueryCompiler: () => new PreparedSqliteCompiler(),
    },
  });
  raws.set(db, { engine: "sqlite", handle, alone: (work) => untilUnlocked(() => db.connection().execute(work)) });
  return db;
}

/**
 * Takes the write lock at the start of each transaction: one that reads first and writes later could fail half-way.
 * While another process holds the lock, it releases the only connection so that reads go on.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  constructor(
    private readonly handle: SqliteDatabase.Database,
    private readonly untilUnlocked: UntilUnlocked,
  ) {
    super({ database: preparedOnce(handle) });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new RetryingConnection(await super.acquireConnection(), this.handle, (work) => this.#retry(work));
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** SQLite rolls some errors back itself, such as a full disk; a second rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.handle.inTransaction) await super.rollbackTransaction(connection);
  }

  /** Kysely holds the connection before and after this call, and releases it once. */
  async #retry<T>(work: () => Promise<T>): Promise<T> {
    await super.releaseConnection();
    let isHeld = false;
    try {
      return await this.untilUnlocked(async () => {
        await super.acquireConnection();
        isHeld = true;
        try {
          return await work();
        } catch (error) {
          isHeld = false;
          await super.releaseConnection();
          throw error;
        }
      });
    } finally {
      if (!isHeld) await super.acquireConnection();
    }
  }
}

/** The connection of one query or transaction. A statement refused the lock has changed nothing, so it is retried. */
class RetryingConnection implements DatabaseConnection {
  constructor(
    private readonly connection: DatabaseConnection,
    private readonly handle: SqliteDatabase.Database,
    private readonly retry: UntilUnlocked,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.connection.executeQuery<R>(query);
    } catch (error) {
      if (!isLocked(error) || this.handle.inTransaction) throw error;
    }
    return this.retry(() => this.connection.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.connection.streamQuery<R>(query, chunkSize);
  }
}

/** Runs migrations in a transaction, so a failed step leaves no trace. Kysely doesn't know SQLite can roll back DDL. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * Wraps the limit in a sum. SQLite plans by the value of a plain limit parameter, so it recompiles the statement
 * whenever one is bound: half of a list's time.
 */
class PreparedSqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append("limit 0 + ");
    this.visitNode(node.limit);
  }
}

const STATEMENTS_KEPT = 500;

/** The database with an LRU cache of prepared statements. */
function preparedOnce(handle: SqliteDatabase.Database) {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql: string) {
      const known = statements.get(sql);
      if (known && statements.size < STATEMENTS_KEPT) return known; // order only matters once the cache is full
      statements.delete(sql); // re-inserted below, so the first key is the least recently used
      const statement = known ?? handle.prepare(sql);
      statements.set(sql, statement);
      if (statements.size > STATEMENTS_KEPT) statements.delete(statements.keys().next().value as string);
      return statement;
    },
    close: () => void handle.close(),
  };
}
