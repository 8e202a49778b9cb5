import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { test as base, describe, inject } from "vitest";
import { connectPostgres, connectSqlite } from "~/db/connect.server";
import type { Engine } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { tightenFiles } from "~/lib/file-modes.server";
import { registerAllSubjects } from "~/subjects.server";
import { ReusedDatabases } from "./reused-postgres";

registerAllSubjects();

export const ENGINES: readonly Engine[] = ["sqlite", "postgres"];

type Fresh = {
  db: Db;
  /** Value for DATABASE_URL; null for SQLite. */
  url: string | null;
  /** Folder that holds the SQLite file `taskdesk.db`. */
  folder: string;
  drop: () => Promise<void>;
};

/** Creates a migrated database that holds only what migrations insert. */
export async function freshDatabase(engine: Engine): Promise<Fresh> {
  const folder = await mkdtemp(join(tmpdir(), "taskdesk-db-"));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (engine === "sqlite") {
    const file = join(folder, "taskdesk.db");
    await copyFile(inject("sqliteTemplate"), file);
    tightenFiles(folder); // as every start does
    const db = connectSqlite(file);
    return { db, url: null, folder, drop: () => db.destroy().then(removeFolder) };
  }

  const { url, drop: dropDatabase } = await createPostgres();
  const db = connectPostgres(url);
  const drop = () => db.destroy().then(dropDatabase).then(removeFolder);
  return { db, url, folder, drop };
}

/** Creates a PostgreSQL database: a copy of the migrated one, or of another that nothing is connected to. */
export async function createPostgres(template = "template_desk") {
  const server = inject("postgresUrl");
  const name = `desk_${crypto.randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  return { url: `${server}/${name}`, drop: () => onServer(server, `drop database ${name} with (force)`) };
}

const reused = new ReusedDatabases(() => createPostgres());

/** One connection per worker, shared by all its files. A new one took up a fifth of the time to create a database. */
let administration: pg.Pool | undefined;

async function onServer(server: string, sql: string) {
  administration ??= new pg.Pool({
    connectionString: `${server}/postgres`,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
    // The server may stop before this worker does.
    .on("error", () => {});
  await administration.query(sql);
}

const testOn = (engine: Engine) =>
  base.extend<{ engine: Engine; db: Db }>({
    engine,
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from this pattern which fixtures are needed.
    db: async ({}, use) => {
      if (engine === "postgres") {
        const { db, giveBack } = await reused.lend();
        await use(db);
        return giveBack();
      }
      const { db, drop } = await freshDatabase(engine);
      await use(db);
      await drop();
    },
  });

/**
 * Defines the same tests twice, for SQLite and PostgreSQL. Each test gets a database `db` in its freshly migrated
 * state.
 */
export function onEachDatabase(name: string, define: (test: ReturnType<typeof testOn>) => void) {
  for (const engine of ENGINES) describe(`${name} (${engine})`, () => define(testOn(engine)));
}
