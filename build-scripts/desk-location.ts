/** Finds and inspects a desk for the copy commands. Changes nothing. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type SqliteDatabase from "better-sqlite3";
import type { Settings } from "~/lib/settings.server";
import { type DatabaseLocation, queryDatabase } from "./database";
import { ExpectedError } from "./expected-errors";

/** Where a desk is; without `bucket` its attachments are in its folder. */
export type DeskLocation = DatabaseLocation & Partial<Pick<Settings, "bucket">>;

export const sqliteFileOf = ({ dataDir }: DeskLocation) => join(dataDir, "taskdesk.db");

/** Names the place in a sentence, without the password a URL may hold. */
export function nameOf({ dataDir, databaseUrl }: DeskLocation): string {
  if (!databaseUrl) return `the SQLite database in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `the PostgreSQL database ${pathname.slice(1)} on ${host}`;
}

/** Throws `ExpectedError` when a SQLite file is missing: opening it would create it. */
export function mustExist(place: DeskLocation) {
  if (place.databaseUrl || existsSync(sqliteFileOf(place))) return;
  throw new ExpectedError(`There is no database in ${place.dataDir}. Set DATA_DIR to the folder that has it.`);
}

/** Throws `ExpectedError` unless `place` has a desk with this version's schema: a source must not be migrated. */
export async function mustBeOfThisVersion(place: DeskLocation): Promise<void> {
  const { stepsOf } = await import("~/db/migrate.server");
  const { taken, missing } = await queryDatabase(place, (db) => stepsOf(db));
  if (missing.length === 0) return;
  throw new ExpectedError(
    taken.length === 0
      ? `There is no desk in ${nameOf(place)}, so nothing was changed. Check DATA_DIR and DATABASE_URL.`
      : `An older version of Taskdesk wrote ${nameOf(place)}, so nothing was changed. Start and stop this version once to upgrade the database, then try again.`,
  );
}

/** Sentence openings before the name of the place. */
export const IN_THE_WAY = {
  "a desk": "There are people or tasks in",
  "something broken": "A damaged database already exists:",
} as const;

export async function inspectTarget(place: DeskLocation): Promise<"nothing" | keyof typeof IN_THE_WAY> {
  if (!place.databaseUrl && !existsSync(sqliteFileOf(place))) return "nothing";
  const { connect } = await import("~/db/connect.server");
  const { hasData } = await import("~/db/copy-desk.server");
  const { stepsTaken } = await import("~/db/migrate.server");
  try {
    const db = connect(place);
    try {
      return (await stepsTaken(db)).length > 0 && (await hasData(db)) ? "a desk" : "nothing";
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (!place.databaseUrl && isBroken(error)) return "something broken";
    throw error;
  }
}

const isBroken = (error: unknown) => /^SQLITE_(?:NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code));

/**
 * Throws `ExpectedError` when another program has the database open. On SQLite, only the last connection can close the
 * write-ahead log; PostgreSQL lists its connections.
 */
export async function mustBeIdle(place: DeskLocation): Promise<void> {
  const { default: Sqlite } = await import("better-sqlite3");
  const used = place.databaseUrl ? await isConnected(place) : existsSync(sqliteFileOf(place)) && isOpen(Sqlite, place);
  if (used)
    throw new ExpectedError(
      `Another program is using ${nameOf(place)}. Stop the server and any other program that uses it, then try again.`,
    );
}

function isOpen(Sqlite: typeof SqliteDatabase, place: DeskLocation): boolean {
  const handle = new Sqlite(sqliteFileOf(place), { timeout: 0 });
  try {
    handle.pragma("journal_mode = DELETE");
    return false;
  } catch (error) {
    if (isBroken(error)) return false;
    if (String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY")) return true;
    throw error;
  } finally {
    handle.close();
  }
}

async function isConnected(place: DeskLocation): Promise<boolean> {
  const { sql } = await import("kysely");
  const ask = sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const { rows } = await queryDatabase(place, (db) => ask.execute(db));
  return (rows[0]?.n ?? 0) > 0;
}

/** Throws `ExpectedError` unless the file is an intact desk database. Opens it read-only. */
export async function mustBeSound(file: string): Promise<void> {
  const { default: Sqlite } = await import("better-sqlite3");
  const unsound = (why: string, cause?: unknown) =>
    new ExpectedError(`${file} isn't a usable backup: ${why}. Use another backup.`, { cause });
  let handle: SqliteDatabase.Database | undefined;
  try {
    handle = new Sqlite(file, { readonly: true });
    const verdict = handle.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok") throw unsound(String(verdict));
    const [broken] = handle.pragma("foreign_key_check") as { table: string; parent: string }[];
    if (broken) throw unsound(`a row in ${broken.table} refers to a missing row in ${broken.parent}`);
    const steps = handle.prepare("select count(*) from sqlite_master where name = 'kysely_migration'").pluck().get();
    if (steps !== 1) throw unsound("it isn't a Taskdesk database");
  } catch (error) {
    throw isBroken(error) ? unsound("it isn't a SQLite database, or it's damaged", error) : error;
  } finally {
    handle?.close();
  }
}
