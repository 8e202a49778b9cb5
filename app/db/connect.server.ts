import { mkdirSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type LimitNode,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from "kysely";
import pg from "pg";
import { log } from "~/lib/log.server";
import type { Database, Db } from "./types";

/** The connection under a database, for the few things Kysely does not cover: rate limits and online backup. */
export type Raw = { engine: "sqlite"; handle: SqliteDatabase.Database } | { engine: "postgres"; pool: pg.Pool };

const raws = new WeakMap<Db, Raw>();

/** What `connect` put under this database. Throws for a transaction. */
export function rawOf(db: Db): Raw {
  const raw = raws.get(db);
  if (!raw) throw new Error("Only a database made by connect has a raw connection.");
  return raw;
}

/** Opens the database the settings name. Nothing is read, migrated or checked yet. */
export function connect({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): Db {
  return databaseUrl ? connectPostgres(databaseUrl) : connectSqlite(sqliteFile(dataDir));
}

/** The path of the database file in a data folder, which is made when it is missing. */
function sqliteFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return join(dataDir, "taskdesk.db");
}

const NUMBER_TYPES = [20, 1700]; // int8, numeric: counts and times fit a double

export function connectPostgres(connectionString: string): Db {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    allowExitOnIdle: true,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        NUMBER_TYPES.includes(oid) ? Number : pg.types.getTypeParser(oid, format as "text"),
    } as pg.CustomTypesConfig,
  });
  // A server that restarts cuts idle connections. The pool opens new ones; without a listener the process would end.
  pool.on("error", (error) => log.warn({ err: error }, "PostgreSQL ended a connection nobody was using"));
  // The same for one that is in use or being closed, which the pool does not listen to. Its query fails, and tells why.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  raws.set(db, { engine: "postgres", pool });
  return db;
}

export function connectSqlite(file: string): Db {
  const handle = new SqliteDatabase(file);
  handle.pragma("journal_mode = WAL");
  handle.pragma("synchronous = FULL"); // an acknowledged write survives a power cut
  handle.pragma("foreign_keys = ON");
  handle.pragma("busy_timeout = 5000");
  handle.pragma("temp_store = MEMORY");
  handle.pragma("cache_size = -32000"); // KiB: the 2 MiB it has by itself hold less than what a list and its statements read
  handle.pragma("secure_delete = ON"); // what is deleted is overwritten: redacted words, drafts, sessions
  const db = new Kysely<Database>({ dialect: new TaskdeskSqliteDialect({ database: preparedOnce(handle) }) });
  raws.set(db, { engine: "sqlite", handle });
  return db;
}

/** Writers take their lock when they begin: a transaction that reads first and writes later could fail half-way. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** SQLite takes changes of tables back like any other, which Kysely would leave unused: a step that fails leaves no trace. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * SQLite plans by the value of a limit that is a parameter alone, and so compiles the statement anew whenever one is bound:
 * half of the time of a list. A sum it does not look into.
 */
class PreparedSqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append("limit 0 + ");
    this.visitNode(node.limit);
  }
}

class TaskdeskSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createQueryCompiler() {
    return new PreparedSqliteCompiler();
  }
}

const STATEMENTS_KEPT = 500;

/** The same database, which compiles each text of SQL once and keeps the statements used last. */
function preparedOnce(handle: SqliteDatabase.Database) {
  const statements = new Map<string, SqliteDatabase.Statement>();
  return {
    prepare(sql: string) {
      const known = statements.get(sql);
      if (known && statements.size < STATEMENTS_KEPT) return known; // their order matters once one has to go
      statements.delete(sql); // put back below: the first key is then the one unused for longest
      const statement = known ?? handle.prepare(sql);
      statements.set(sql, statement);
      if (statements.size > STATEMENTS_KEPT) statements.delete(statements.keys().next().value as string);
      return statement;
    },
    close: () => void handle.close(),
  };
}
