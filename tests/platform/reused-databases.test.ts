import { sql } from "kysely";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { rawOf } from "~/db/connect.server";
import type { Db } from "~/db/types";
import { createPostgres } from "../support/database";
import { anAgent, aTask } from "../support/factories";
import { ReusedDatabases } from "../support/reused-postgres";

/** Lends a database twice, and returns whether it was the same one. */
async function lendTwice(between: (db: Db) => Promise<unknown>) {
  const databases = new ReusedDatabases(createPostgres);
  const first = await databases.lend();
  const before = await nameOf(first.db);
  await between(first.db);
  await first.giveBack();
  const second = await databases.lend();
  const isSame = (await nameOf(second.db)) === before;
  return { isSame, late: first.db, db: second.db, end: second.giveBack };
}

const nameOf = async (db: Db) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;

function addressOf(db: Db): string {
  const raw = rawOf(db);
  return (raw.engine === "postgres" && raw.pool.options.connectionString) || "";
}

describe("a PostgreSQL database that the next test reuses", () => {
  test("is in its migrated state: rows, defaults and numbers", async () => {
    const { isSame, db, end } = await lendTwice(async (db) => {
      await aTask(db, { assignee: await anAgent(db) });
      await db.updateTable("team").set({ name: "Renamed" }).execute();
      await db.deleteFrom("status").where("key", "=", "on_hold").execute();
    });
    expect(isSame).toBe(true);
    expect(await db.selectFrom("user").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("event").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("team").select("name").where("name", "=", "Renamed").execute()).toEqual([]);
    expect(await db.selectFrom("status").select("key").where("key", "=", "on_hold").execute()).toHaveLength(1);
    expect(await aTask(db)).toMatchObject({ id: 1, requester: { id: 1 } });
    await end();
  });

  test("rejects late writes of the previous test", async () => {
    const { late, db, end } = await lendTwice(anAgent);
    await expect(anAgent(late)).rejects.toThrow();
    expect(await db.selectFrom("user").selectAll().execute()).toEqual([]);
    await end();
  });

  test("keeps no session settings of the previous test", async () => {
    const { isSame, db, end } = await lendTwice((db) => sql`set work_mem = '77MB'`.execute(db));
    expect(isSame).toBe(true);
    const { rows } = await sql<{ work_mem: string }>`show work_mem`.execute(db);
    expect(rows).not.toEqual([{ work_mem: "77MB" }]);
    await end();
  });

  test.each<[string, (db: Db) => Promise<unknown>]>([
    ["whose schema was changed", (db) => sql`create table extra (id int)`.execute(db)],
    [
      "that another connection still uses",
      async (db) => {
        const stranger = new pg.Client(addressOf(db));
        stranger.on("error", () => {}); // dropping the database closes it
        await stranger.connect();
      },
    ],
  ])("is a new one in place of one %s", async (_, change) => {
    const { isSame, end } = await lendTwice(change);
    expect(isSame).toBe(false);
    await end();
  });
});
