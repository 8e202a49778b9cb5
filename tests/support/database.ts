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
  /** What DATABASE_URL would be; null for SQLite. */
  url: string | null;
  /** The folder that holds the SQLite file `taskdesk.db`. */
  folder: string;
  drop: () => Promise<void>;
};

/** A migrated database of its own, empty but for what migrations put there. */
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

/** A PostgreSQL database that nobody is connected to: migrated, or a copy of another one to which nobody is. */
export async function createPostgres(template = "template_desk") {
  const server = inject("postgresUrl");
  const name = `desk_${crypto.randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  return { url: `${server}/${name}`, drop: () => onServer(server, `drop database ${name} with (force)`) };
}

const reused = new ReusedDatabases(() => createPostgres());

/** One connection for all files of a worker, which ends with it: a new one for each database cost a fifth of making it. */
let administration: pg.Pool | undefined;

async function onServer(server: string, sql: string) {
  administration ??= new pg.Pool({
    connectionString: `${server}/postgres`,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
    // The server ends before this worker may.
    .on("error", () => {});
  await administration.query(sql);
}

const testOn = (engine: Engine) =>
  base.extend<{ engine: Engine; db: Db }>({
    engine,
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are wanted.
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

/** Defines the same tests twice: once on SQLite, once on PostgreSQL, each test with a database `db` as migrations leave it. */
export function onEachDatabase(name: string, define: (test: ReturnType<typeof testOn>) => void) {
  for (const engine of ENGINES) describe(`${name} (${engine})`, () => define(testOn(engine)));
}
