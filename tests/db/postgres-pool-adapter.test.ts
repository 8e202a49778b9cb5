import { type SelectQueryBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseTrouble } from "~/db/database-errors.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { freshDatabase } from "../support/database";

let desk: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  desk = await freshDatabase("postgres");
});
afterAll(() => desk.drop());

const connectionOf = sql<number>`pg_backend_pid()`.as("pid");

/** Runs a read, extended by `also`, and returns the PID of the backend that answers. */
async function readBy(
  db: Db,
  also: (query: SelectQueryBuilder<{ one: { n: number } }, "one", { pid: number }>) => unknown = () => {},
): Promise<number> {
  const query = db.selectFrom(sql<{ n: number }>`(select 1 as n)`.as("one")).select(connectionOf);
  const asked = (also(query) as typeof query | undefined) ?? query;
  return (await asked.executeTakeFirstOrThrow()).pid;
}

describe("a repeated statement", () => {
  const ask = (db: Db, name: string) =>
    db.selectFrom("team").select(["id", "name", "archived_at"]).where("name", "=", name).execute();
  const askForAll = (db: Db) => db.selectFrom("team").selectAll().where("name", "=", "Fire").execute();

  test("is prepared once, unless it selects all columns, and returns the same rows", async () => {
    await desk.db.insertInto("team").values({ name: "Fire", is_default: 0 }).execute();
    await desk.db.connection().execute(async (one) => {
      const answers: unknown[] = [];
      const prepared = async () => {
        const all = sql<{ statement: string }>`select statement from pg_prepared_statements`;
        return (await all.execute(one)).rows.filter(({ statement }) => statement.includes(`from "team"`)).length;
      };
      for (let n = 0; n < 6; n++) {
        answers.push(await ask(one, "Fire"), await ask(one, "Water"));
        await askForAll(one);
        if (n === 0) expect(await prepared()).toBe(0);
      }
      expect(await prepared()).toBe(1);
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(2);
      expect(answers.at(-2)).toEqual([{ id: expect.any(Number), name: "Fire", archived_at: null }]);
      expect(answers.at(-1)).toEqual([]);
    });
    await desk.db.deleteFrom("team").where("name", "=", "Fire").execute();
  });
});

test("several statements in one text can be sent repeatedly", async () => {
  for (let time = 1; time <= 5; time++) await sql`select 1; select 2`.execute(desk.db);
});

test("a cut connection fails its current read, and the next read gets another one", async () => {
  const { db, drop } = await freshDatabase("postgres");
  const pid = await readBy(db);
  const slow = readBy(db, (query) => query.where(sql<boolean>`pg_sleep(30) is not null`)).catch(databaseTrouble);
  await expect.poll(() => isBusy(pid)).toBe(true);
  await sql`select pg_terminate_backend(${pid}::integer)`.execute(desk.db);
  expect(await slow).toBe("away");
  expect(await readBy(db)).not.toBe(pid);
  await drop();
});

/** Whether this backend is running a query. */
async function isBusy(pid: number): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid} and state = 'active'`.execute(desk.db);
  return rows.length > 0;
}

test("each concurrent read gets its own answer, even when one fails", async () => {
  const wrong = readBy(desk.db, (query) => query.where(sql<boolean>`1 / (n - 1) = 1`));
  const answers = await Promise.allSettled([readBy(desk.db), wrong, readBy(desk.db)]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await readBy(desk.db)).toBeGreaterThan(0);
});

test("a transaction has its own connection, and other reads don't see its uncommitted rows", async () => {
  const countOf = async (db: Db) =>
    Number((await db.selectFrom("team").select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow()).count);
  const before = await countOf(desk.db);
  await inTransaction(desk.db, async (tx) => {
    await tx.updateTable("team").set({ name: "Another" }).execute();
    const [inside, outside] = await Promise.all([readBy(tx), readBy(desk.db)]);
    expect(inside).not.toBe(outside);
    const names = await desk.db.selectFrom("team").select("name").execute();
    expect(names).toHaveLength(before);
    expect(names.map(({ name }) => name)).not.toContain("Another");
  });
});

test("concurrent reads and transactions all finish when they outnumber the connections", async () => {
  const transactions = Array.from({ length: 25 }, () =>
    inTransaction(desk.db, async (tx) => {
      await sql`select pg_sleep(0.01)`.execute(tx);
      return readBy(tx);
    }),
  );
  const reads = Array.from({ length: 25 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n));
    return readBy(desk.db);
  });
  expect(await Promise.all([...transactions, ...reads])).toHaveLength(50);
});
