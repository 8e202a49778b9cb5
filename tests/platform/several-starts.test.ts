import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect } from "~/db/connect.server";
import { isUpToDate, migrateToLatest, stepsTaken } from "~/db/migrate.server";
import { MIGRATIONS } from "~/db/migrations";
import type { Db } from "~/db/types";
import { tightenFiles } from "~/lib/file-modes.server";
import { ENGINES, freshDatabase } from "../support/database";
import { prepareOnce } from "../support/prepare";

describe.each(ENGINES)("four processes that start at once (%s)", (engine) => {
  let env: Record<string, string>;
  let db: Db;
  let end: () => Promise<void>;
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), "taskdesk-starts-"));
    const fresh = engine === "postgres" ? await freshDatabase(engine) : null;
    if (fresh) await sql`drop schema public cascade; create schema public`.execute(fresh.db);
    env = { DATA_DIR: folder, ...(fresh?.url && { DATABASE_URL: fresh.url }) };
    db = fresh?.db ?? connect({ databaseUrl: null, dataDir: folder });
    tightenFiles(folder); // otherwise, each start would report it
    end = async () => {
      await (fresh ? fresh.drop() : db.destroy());
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterEach(() => end());
  const startAll = () => Promise.all(Array.from({ length: 4 }, () => prepareOnce(env)));

  test("create a new database once, with one account", async () => {
    const starts = await startAll();
    expect(starts.map(({ code, output }) => [code, output])).toEqual(starts.map(() => [0, ""]));
    expect(await stepsTaken(db)).toEqual(Object.keys(MIGRATIONS));
    expect(await db.selectFrom("user").select("email").execute()).toEqual([{ email: "admin@localhost" }]);
    expect(await db.selectFrom("team").select("name").execute()).toHaveLength(1);
    expect(starts.filter(({ account }) => account?.email)).toHaveLength(1);
  });

  test("upgrade an older database once", async () => {
    const older = Object.keys(MIGRATIONS).slice(0, -4);
    await migrateToLatest(db, { last: older.at(-1) });
    expect(await stepsTaken(db)).toEqual(older);
    const starts = await startAll();
    expect(starts.map(({ code, output }) => [code, output])).toEqual(starts.map(() => [0, ""]));
    expect(await isUpToDate(db)).toBe(true);
    if (engine === "sqlite") expect(await readdir(join(env.DATA_DIR as string, "backups"))).not.toEqual([]);
  });
});
