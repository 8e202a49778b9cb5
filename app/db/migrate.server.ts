import { Migrator, sql } from "kysely";
import { MIGRATIONS } from "./migrations";
import type { Db } from "./types";

/** The database has steps this program does not know: a newer version made them. */
export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError";
}

/**
 * Brings the database to the newest step. Answers the names of the steps taken, oldest first.
 * Throws `NewerDatabaseError`, before anything is changed, for a database of a newer version.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const unknown = (await stepsTaken(db)).filter((name) => !(name in MIGRATIONS));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database was made by a newer Taskdesk (it has "${unknown[0]}"). Install that version or restore a backup.`,
    );
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const step = results?.find((result) => result.status === "Error")?.migrationName ?? "the first step";
    throw new Error(`The database could not be brought up to date: ${step} failed.`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

async function stepsTaken(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}
