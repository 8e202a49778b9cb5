import { type Migration, Migrator, sql } from "kysely";
import { MIGRATIONS } from "./migrations";
import type { Db } from "./types";

/** The database has steps this program does not know: a newer version made them. */
export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError";
}

/** A step failed. All steps are one transaction, so the database is as it was, and the version of before starts on it. */
export class UpgradeError extends Error {
  override name = "UpgradeError";
}

type Upgrade = {
  /** Called before a database that has some steps gets more; nothing is changed when it throws. */
  beforehand?: (() => Promise<void>) | undefined;
  /** Every step there is, by name. */
  migrations?: Record<string, Migration>;
  /** The step to stop after; without it all are taken. */
  last?: string | undefined;
};

/**
 * Brings the database to the newest step. Answers the names of the steps taken, oldest first.
 * Throws `NewerDatabaseError`, before anything is changed, for a database of a newer version, and `UpgradeError`, with
 * nothing changed, when a step fails.
 */
export async function migrateToLatest(db: Db, upgrade: Upgrade = {}): Promise<string[]> {
  const { beforehand, migrations = MIGRATIONS, last } = upgrade;
  const { taken, missing } = await stepsOf(db, migrations);
  if (taken.length > 0 && missing.length > 0) await beforehand?.();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) {
    const step = results?.find((result) => result.status === "Error")?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UpgradeError(
      `The database could not be brought up to date: ${step ?? "the first step"} failed (${reason}). It is as it was; the version that was installed before starts on it.`,
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * The names of the steps that this database has, and of those that it lacks, oldest first. Nothing is changed.
 * Throws `NewerDatabaseError` for a database of a newer version.
 */
export async function stepsOf(db: Db, migrations: Record<string, Migration> = MIGRATIONS) {
  const taken = await stepsTaken(db);
  const unknown = taken.find((name) => !(name in migrations));
  if (unknown !== undefined) {
    throw new NewerDatabaseError(
      `The database was made by a newer Taskdesk (it has "${unknown}"). Install that version or restore a backup.`,
    );
  }
  return { taken, missing: Object.keys(migrations).filter((name) => !taken.includes(name)) };
}

/** The names of the steps this database has, oldest first; none for an empty one. */
export async function stepsTaken(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** Whether the database has exactly the steps of this program. One small query. */
export async function isUpToDate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.length === Object.keys(MIGRATIONS).length && rows.every(({ name }) => name in MIGRATIONS);
}
