import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, type Migration, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectSqlite } from "~/db/connect.server";
import { isUpToDate, migrateToLatest, stepsTaken, UpgradeError } from "~/db/migrate.server";
import { MIGRATIONS } from "~/db/migrations";
import { keepBeforeUpgrade } from "~/db/sqlite-copy.server";
import { openDatabase } from "../../build-scripts/database";
import { freshDatabase, onEachDatabase } from "../support/database";
import { aRequester, aTask } from "../support/factories";

/** A next version whose second migration fails after it has changed tables and rows. */
const failingHalfWay: Record<string, Migration> = {
  ...MIGRATIONS,
  "9001-good": {
    up: async (db: Kysely<object>) => {
      await db.schema.alterTable("task").addColumn("mood", "text").execute();
    },
  },
  "9002-bad": {
    up: async (db: Kysely<object>) => {
      await db.schema.createTable("half").addColumn("id", "integer").execute();
      await sql`update task set title = 'spoilt'`.execute(db);
      throw new Error("no such thing as a mood");
    },
  },
};

onEachDatabase("an upgrade", (test) => {
  test("leaves the database to the previous version when it fails halfway", async ({ db }) => {
    const { id } = await aTask(db, { title: "Printer", requester: await aRequester(db) });
    const before = await stepsTaken(db);

    const upgrade = migrateToLatest(db, { migrations: failingHalfWay });
    await expect(upgrade).rejects.toThrow(UpgradeError);
    await expect(upgrade).rejects.toThrow(
      "The database couldn't be upgraded: 9002-bad failed (no such thing as a mood). Nothing was changed, so the previous version still starts.",
    );

    expect(await stepsTaken(db)).toEqual(before);
    expect(await migrateToLatest(db)).toEqual([]); // the previous version finds no unknown migrations
    expect(await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst()).not.toHaveProperty("mood");
    expect(await db.selectFrom("task").select("title").execute()).toEqual([{ title: "Printer" }]);
    const tables = await db.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain("half");
  });

  test("stops when the copy before it fails", async ({ db }) => {
    const migrations = { ...MIGRATIONS, "9001-good": failingHalfWay["9001-good"] as Migration };
    const beforehand = () => Promise.reject(new Error("no room"));
    await expect(migrateToLatest(db, { migrations, beforehand })).rejects.toThrow("no room");
    expect(await isUpToDate(db)).toBe(true);
    expect(await migrateToLatest(db, { migrations })).toEqual(["9001-good"]);
    expect(await isUpToDate(db)).toBe(false); // the database is now newer than this program
  });
});

describe("the copy made before an upgrade", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "taskdesk-upgrade-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("is kept when startup upgrades an older SQLite database", async () => {
    const older = connectSqlite(join(folder, "taskdesk.db"));
    await migrateToLatest(older, { last: "0020-when-done" });
    await older.insertInto("team").values({ name: "Network", is_default: 0 }).execute();
    await older.destroy();

    const db = await openDatabase({ dataDir: folder, databaseUrl: null });
    expect(await isUpToDate(db)).toBe(true);
    await db.destroy();
    const [name = ""] = await readdir(join(folder, "backups"));
    expect(name).toMatch(/^before-upgrade-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/);
    expect((await stat(join(folder, "backups", name))).mode & 0o077).toBe(0);
    const copy = connectSqlite(join(folder, "backups", name));
    expect((await stepsTaken(copy)).at(-1)).toBe("0020-when-done");
    expect(await copy.selectFrom("team").select("name").orderBy("id").execute()).toContainEqual({ name: "Network" });
    await copy.destroy();

    await (await openDatabase({ dataDir: folder, databaseUrl: null })).destroy();
    expect((await readdir(join(folder, "backups"))).filter((file) => file.endsWith(".db"))).toHaveLength(1); // nothing to upgrade
  });

  test("isn't made for a new database, and only the last three are kept", async () => {
    const { db, folder: dataDir, drop } = await freshDatabase("sqlite");
    await (await openDatabase({ dataDir: join(folder, "new"), databaseUrl: null })).destroy();
    expect(await readdir(join(folder, "new"))).toEqual(["taskdesk.db"]);

    await mkdir(join(dataDir, "backups"));
    await writeFile(join(dataDir, "backups", "mine.db"), "");
    for (let day = 1; day <= 4; day++) await keepBeforeUpgrade(db, dataDir, Date.UTC(2026, 2, day));
    expect((await readdir(join(dataDir, "backups"))).sort()).toEqual([
      ...[2, 3, 4].map((day) => `before-upgrade-2026-03-0${day}T00-00-00.db`),
      "mine.db",
    ]);
    await drop();
  });

  test("stops startup with a message when it can't be written", async () => {
    const older = connectSqlite(join(folder, "taskdesk.db"));
    await migrateToLatest(older, { last: "0020-when-done" });
    await older.destroy();
    await writeFile(join(folder, "backups"), "in the way");
    await expect(openDatabase({ dataDir: folder, databaseUrl: null })).rejects.toThrow(
      /couldn't be copied to .*backups before the upgrade/,
    );
    const same = connectSqlite(join(folder, "taskdesk.db"));
    expect((await stepsTaken(same)).at(-1)).toBe("0020-when-done");
    await same.destroy();
  });
});
