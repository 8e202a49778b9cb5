import { accessSync, constants, mkdirSync } from "node:fs";
import type { Db } from "~/db/types";
import type { Settings } from "~/lib/settings.server";
import { ExpectedError } from "./expected-errors";

/** Where a database is; `databaseUrl` is null for the SQLite file in `dataDir`. */
export type DatabaseLocation = Pick<Settings, "dataDir" | "databaseUrl">;

/**
 * Opens the database and runs pending migrations. A SQLite database is first copied to `backups` in the data folder.
 * Throws `ExpectedError`, `NewerDatabaseError` or `UpgradeError`, with every change rolled back, when that fails.
 */
export async function openDatabase(place: DatabaseLocation): Promise<Db> {
  ensureWritable(place.dataDir);
  await tighten(place.dataDir);
  const { connect } = await withDriver(() => import("~/db/connect.server"));
  const { migrateToLatest } = await import("~/db/migrate.server");
  try {
    const db = await withDriver(async () => connect(place));
    const beforehand = place.databaseUrl ? undefined : () => keepCopy(db, place.dataDir);
    await migrateToLatest(db, { beforehand }).catch((error) => db.destroy().then(() => Promise.reject(error)));
    return db;
  } catch (error) {
    throw describeDatabaseError(error, place);
  }
}

/** Queries an existing database without creating or migrating anything. Throws `ExpectedError` when it can't be reached. */
export async function queryDatabase<T>(place: DatabaseLocation, ask: (db: Db) => Promise<T>): Promise<T> {
  const { connect } = await withDriver(() => import("~/db/connect.server"));
  try {
    const db = await withDriver(async () => connect(place));
    return await ask(db).finally(() => db.destroy());
  } catch (error) {
    throw describeDatabaseError(error, place);
  }
}

async function keepCopy(db: Db, dataDir: string) {
  const { backupsIn, keepBeforeUpgrade } = await import("~/db/sqlite-copy.server");
  await keepBeforeUpgrade(db, dataDir, Date.now()).catch((cause) => {
    const reason = codeOf(cause) || String(cause);
    throw new ExpectedError(
      `The database couldn't be copied to ${backupsIn(dataDir)} before the upgrade (${reason}). Nothing was changed. Free some space there, or fix the folder's permissions.`,
      { cause },
    );
  });
}

/** Restricts a data folder that other accounts can read, such as an existing one. */
async function tighten(dataDir: string) {
  const { keepFilesPrivate, tightenFiles } = await import("~/lib/file-modes.server");
  keepFilesPrivate();
  if (!tightenFiles(dataDir)) return;
  const { log } = await import("~/lib/log.server");
  log.warn({ dataDir }, "Other accounts could read the data folder; access is now limited to this account");
}

/** Creates the folder, private to this account, when it's missing. */
function ensureWritable(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new ExpectedError(
      `Can't write to the data folder ${folder} (${codeOf(cause)}). Give this account write permission, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** better-sqlite3 is compiled for one Node version and fails to load in another. */
async function withDriver<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (codeOf(cause) !== "ERR_DLOPEN_FAILED") throw cause;
    const sentence = "The database driver was installed for another version of Node. Run: npm rebuild better-sqlite3";
    throw new ExpectedError(sentence, { cause });
  }
}

/** Converts a database error: `ExpectedError` if the person at the terminal can fix it, otherwise unchanged. */
export function describeDatabaseError(error: unknown, { databaseUrl, dataDir }: DatabaseLocation): unknown {
  if (error instanceof ExpectedError) return error;
  const code = codeOf(error);
  if (code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT") {
    return new ExpectedError(
      `The file taskdesk.db in ${dataDir} is damaged or isn't a database. Restore a backup, or move the file away to start with an empty desk.`,
      { cause: error },
    );
  }
  if (code.startsWith("SQLITE_BUSY")) {
    return new ExpectedError(
      `The database in ${dataDir} is locked by another program. Stop that program and try again.`,
      {
        cause: error,
      },
    );
  }
  if (/^SQLITE_(?:READONLY|CANTOPEN|FULL|IOERR)/.test(code)) {
    return new ExpectedError(
      `Can't write to the database in ${dataDir} (${code}). Fix the file permissions or free some disk space.`,
      { cause: error },
    );
  }
  if (databaseUrl && isOfTheConnection(error, code)) {
    const { hostname, port } = new URL(databaseUrl);
    const place = hostname ? ` at ${hostname}:${port || 5432}` : "";
    const reason = error instanceof Error && error.message ? error.message : code;
    return new ExpectedError(
      `Can't connect to PostgreSQL${place} with DATABASE_URL (${reason}). Check the address and the server.`,
      { cause: error },
    );
  }
  return error;
}

/**
 * Whether an error means there is no usable connection: reported by the system, TLS or pg, or by PostgreSQL with
 * codes starting 08 (connection), 28 (sign-in), 3D (no such database), 53 (out of resources), 57 (unavailable).
 */
const isOfTheConnection = (error: unknown, code: string) =>
  /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code)
    ? /^(08|28|3D|53|57)/.test(code)
    : error instanceof Error && ["Error", "AggregateError"].includes(error.name);

/** The code of an error or of its cause; empty when there is none. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  if ("errors" in error && Array.isArray(error.errors)) return codeOf(error.errors[0]); // several addresses were tried
  return "cause" in error ? codeOf(error.cause) : "";
}
