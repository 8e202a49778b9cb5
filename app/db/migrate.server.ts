import { type Migration, Migrator, sql } from "kysely";
import { MIGRATIONS } from "./migrations";
import type { Db } from "./types";

/** The database has migrations this version doesn't know, so a newer one made them. */
export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError";
}

/** A migration failed. All run in one transaction, so nothing changed and the previous version still starts. */
export class UpgradeError extends Error {
  override name = "UpgradeError";
}

type Upgrade = {
  /** Runs before migrating a database that isn't new; if it throws, nothing changes. */
  beforehand?: (() => Promise<void>) | undefined;
  migrations?: Record<string, Migration>;
  /** The migration to stop after; all run by default. */
  last?: string | undefined;
};

/**
 * Runs pending migrations and returns their names, oldest first. Throws, with nothing changed, `NewerDatabaseError` for a
 * newer version's database and `UpgradeError` when a migration fails.
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
      `The database couldn't be upgraded: ${step ?? "the first step"} failed (${reason}). Nothing was changed, so the previous version still starts.`,
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Names of applied and pending migrations, oldest first. Throws `NewerDatabaseError` for a newer version's database. */
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

/** Names of applied migrations, oldest first. Works on an empty database. */
export async function stepsTaken(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** Whether the database has exactly this version's migrations. One small query. */
export async function isUpToDate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.length === Object.keys(MIGRATIONS).length && rows.every(({ name }) => name in MIGRATIONS);
}
