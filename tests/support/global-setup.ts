import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectPostgres, connectSqlite } from "~/db/connect.server";
import { migrateToLatest } from "~/db/migrate.server";
import { freePort } from "./free-port";
import { aPostgres } from "./postgres";
import { keepFilesInMemory } from "./ram-folder";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated SQLite file to copy. */
    sqliteTemplate: string;
    /** Address of the PostgreSQL server; its database `template_desk` is migrated. */
    postgresUrl: string;
    /** Folder for bundled commands. */
    commandsFolder: string;
  }
}

/** Starts one real PostgreSQL server for the whole run, and migrates one database per engine for tests to copy. */
export default async function setup({ provide }: TestProject) {
  await keepFilesInMemory();
  const folder = await mkdtemp(join(tmpdir(), "taskdesk-tests-"));
  await chmod(folder, 0o755); // PostgreSQL refuses to run as root and switches to another user

  const port = await freePort();
  const postgres = await aPostgres({ databaseDir: join(folder, "postgres"), port, persistent: false });
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase("template_desk");
  const postgresUrl = `postgres://desk:desk@localhost:${port}`;
  const sqliteTemplate = join(folder, "template.db");
  for (const db of [connectSqlite(sqliteTemplate), connectPostgres(`${postgresUrl}/template_desk`)]) {
    await migrateToLatest(db);
    await db.destroy();
  }
  provide("sqliteTemplate", sqliteTemplate);
  provide("postgresUrl", postgresUrl);
  await mkdir("tests/output", { recursive: true });
  const commandsFolder = await mkdtemp("tests/output/commands-"); // inside the project, to find node_modules
  provide("commandsFolder", commandsFolder);

  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(commandsFolder, { recursive: true, force: true });
  };
}
