import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { test as base, expect } from "vitest";
import { connectSqlite } from "~/db/connect.server";
import { databaseTrouble } from "~/db/database-errors.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { countFailure, delayOf } from "~/features/auth/sign-in-limits.server";
import { freshDatabase } from "../support/database";

const ATTEMPT = { login: "ada@desk.example", address: "192.0.2.1" };

const addTeam = (db: Db, name: string) => db.insertInto("team").values({ name, is_default: 0 }).execute();
const countTeams = async (db: Db) => (await db.selectFrom("team").select("id").execute()).length;

/** A SQLite desk, and another connection to it that holds the write lock. */
const test = base.extend<{ desk: { db: Db; file: string; release: () => void } }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the wanted fixtures from the pattern.
  desk: async ({}, use) => {
    const { db, folder, drop } = await freshDatabase("sqlite");
    const file = join(folder, "taskdesk.db");
    const holder = new SqliteDatabase(file);
    holder.exec("begin immediate");
    await use({ db, file, release: () => holder.exec("rollback") });
    holder.close();
    await drop();
  },
});

test("reads continue while another program holds the write lock, and writes follow its release", async ({ desk }) => {
  const { db, release } = desk;
  const order: string[] = [];
  const note = (what: string) => () => void order.push(what);
  const writes = [
    addTeam(db, "First").then(note("statement")),
    inTransaction(db, (tx) => addTeam(tx, "Second")).then(note("transaction")),
    countFailure(db, ATTEMPT).then(note("count")),
    inTransaction(db, (tx) => addTeam(tx, "Third")).then(note("transaction")),
  ];
  for (let again = 0; again < 5; again++) {
    expect(await countTeams(db)).toBe(1);
    expect(await delayOf(db, ATTEMPT)).toBe(0);
    await setTimeout(20);
  }
  note("released")();
  release();
  await Promise.all(writes);
  expect(order[0]).toBe("released");
  expect(order.slice(1).sort()).toEqual(["count", "statement", "transaction", "transaction"]);
  const teams = await db.selectFrom("team").select("name").where("is_default", "=", 0).orderBy("id").execute();
  expect(teams.map(({ name }) => name)).toEqual(["First", "Second", "Third"]);
});

test("a write gives up at its deadline, however long the queue, and the next one works", async ({ desk }) => {
  const { file, release } = desk;
  const impatient = connectSqlite(file, { lockMs: 50 });
  const outcome = (work: Promise<unknown>) => work.then(() => "done", databaseTrouble);
  const writes = Array.from({ length: 20 }, (_, n) =>
    outcome(inTransaction(impatient, (tx) => addTeam(tx, `Team ${n}`))),
  );
  expect(await countTeams(impatient)).toBe(1);
  expect(await Promise.all(writes)).toEqual(writes.map(() => "busy"));
  release();
  expect(await outcome(addTeam(impatient, "Late"))).toBe("done");
  expect(await countTeams(impatient)).toBe(2);
  await impatient.destroy();
});
