import { type SelectQueryBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectPostgres, rawOf } from "~/db/connect.server";
import { inTransaction } from "~/db/transaction.server";
import { databaseTrouble } from "~/db/trouble.server";
import type { Db } from "~/db/types";
import { searchEverything } from "~/features/search/search-page.server";
import { createTask } from "~/features/tasks/task-create.server";
import { beginRequest, type RequestNotes } from "~/lib/log.server";
import { freshDatabase } from "../support/database";
import { anAgent, aTask } from "../support/factories";

let desk: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  desk = await freshDatabase("postgres");
});
afterAll(() => desk.drop());

const connectionOf = sql<number>`pg_backend_pid()`.as("pid");

/** The process of the server that a read is answered by, with what else it asks. */
async function readBy(
  db: Db,
  also: (query: SelectQueryBuilder<{ one: { n: number } }, "one", { pid: number }>) => unknown = () => {},
): Promise<number> {
  const query = db.selectFrom(sql<{ n: number }>`(select 1 as n)`.as("one")).select(connectionOf);
  const asked = (also(query) as typeof query | undefined) ?? query;
  return (await asked.executeTakeFirstOrThrow()).pid;
}

test("what is read in one moment is read on one connection, and another moment may have it again", async () => {
  const pids = await Promise.all(Array.from({ length: 12 }, () => readBy(desk.db)));
  expect(new Set(pids).size).toBe(1);
  expect(await readBy(desk.db)).toBe(pids[0]);
});

/** What is sent to the server at once while this is done, on a desk that has one connection. */
async function sendingsOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { db, drop } = await freshDatabase("postgres");
  const raw = rawOf(db);
  if (raw.engine !== "postgres") throw new Error("Not on PostgreSQL.");
  await readBy(db);
  const client = await raw.pool.connect();
  const { stream } = client.connection;
  const sendings: string[] = [];
  const [sendOne, sendMany] = [stream._write.bind(stream), stream._writev?.bind(stream)];
  stream._write = (chunk, encoding, done) => {
    sendings.push(String(chunk));
    sendOne(chunk, encoding, done);
  };
  stream._writev = (chunks, done) => {
    sendings.push(Buffer.concat(chunks.map(({ chunk }) => Buffer.from(chunk))).toString());
    sendMany?.(chunks, done);
  };
  client.release();
  await work(db);
  const sent = [...sendings];
  await drop();
  return sent;
}

test("it is sent in one go, before any of it is answered", async () => {
  const sendings = await sendingsOf((db) => Promise.all(Array.from({ length: 12 }, () => readBy(db))));
  expect(sendings).toHaveLength(1);
});

test("a transaction begins with its first statement", async () => {
  const [first] = await sendingsOf((db) => inTransaction(db, (tx) => readBy(tx)));
  expect(first).toMatch(/begin.*select pg_backend_pid/s);
});

test("what a transaction asks in one moment is sent in one go", async () => {
  const sendings = await sendingsOf((db) => inTransaction(db, (tx) => Promise.all([readBy(tx), readBy(tx)])));
  expect(sendings).toHaveLength(2);
  expect(sendings[0]).toMatch(/begin.*pg_backend_pid.*pg_backend_pid/s);
  expect(sendings[1]).toMatch(/commit/);
});

describe("a statement that is asked often", () => {
  const ask = (db: Db, name: string) =>
    db.selectFrom("team").select(["id", "name", "archived_at"]).where("name", "=", name).execute();

  test("has its rows described once, and answers the same", async () => {
    const answers: unknown[] = [];
    const sendings = await sendingsOf(async (db) => {
      await db.insertInto("team").values({ name: "Fire", is_default: 0 }).execute();
      for (let n = 0; n < 6; n++) answers.push(await ask(db, "Fire"), await ask(db, "Water"));
    });
    const asked = sendings.filter((sent) => sent.includes("Fire\0") && !sent.includes("insert"));
    const DESCRIBE = "D\0\0\0\x06P\0";
    expect(asked.map((sent) => sent.includes(DESCRIBE))).toEqual([true, true, false, false, false, false]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(2);
    expect(answers.at(-2)).toEqual([{ id: expect.any(Number), name: "Fire", archived_at: null }]);
    expect(answers.at(-1)).toEqual([]);
  });
});

test("a search finds tasks in two, with what was found in them", async () => {
  let found: unknown;
  const sendings = await sendingsOf(async (db) => {
    const viewer = await anAgent(db);
    await aTask(db, { title: "The lamp", body: "It flickers." });
    await marked(db);
    found = await searchEverything(db, viewer, { text: "flickers", after: null }, 5);
  });
  expect(sinceMark(sendings)).toHaveLength(2);
  expect(found).toMatchObject({
    results: { tasks: [{ title: "The lamp" }], hits: { 1: { excerpt: { note: false } } } },
  });
});

test("a new task is made in eight", async () => {
  const sendings = await sendingsOf(async (db) => {
    const viewer = await anAgent(db);
    const asked = { title: "The lift hums", body: "Since Monday.", type: "request", requestKey: "1" };
    await marked(db);
    expect(await createTask(db, viewer, asked, Date.now())).toMatchObject({ ok: true });
  });
  const made = sinceMark(sendings).map((sent) => sent.replaceAll('"', ""));
  expect(made.map((sent) => sent.match(/insert into \w+|update \w+|select|commit/)?.[0])).toEqual([
    ...["insert into request_key", "select", "insert into task"],
    ...["insert into event", "select", "insert into task_search", "update request_key", "commit"],
  ]);
});

const MARK = "from here on";
const marked = (db: Db) => sql`select ${sql.lit(MARK)}`.execute(db);
const sinceMark = (sendings: string[]) => sendings.slice(sendings.findIndex((sent) => sent.includes(MARK)) + 1);

test("a connection that is cut fails all that was read on it, and the next reads have another", async () => {
  const { db, drop } = await freshDatabase("postgres");
  const pid = await readBy(db);
  const slow = () => readBy(db, (query) => query.where(sql<boolean>`pg_sleep(30) is not null`));
  const reads = Promise.allSettled([slow(), readBy(db), readBy(db)]);
  await expect.poll(() => isBusy(pid)).toBe(true);
  await sql`select pg_terminate_backend(${pid}::integer)`.execute(desk.db);
  const outcomes = await reads;
  const troubles = outcomes.map((outcome) => outcome.status === "rejected" && databaseTrouble(outcome.reason));
  expect(troubles).toEqual(["away", "away", "away"]);
  expect(await readBy(db)).not.toBe(pid);
  await drop();
});

test("who reads while every connection is taken has one when the first is free, whoever waited in vain before", async () => {
  const { url, drop } = await freshDatabase("postgres");
  const one = connectPostgres(url ?? "", { connections: 1, timeoutSeconds: 30 });
  let free = () => {};
  let taken: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    taken = inTransaction(one, () => {
      begun();
      return new Promise((resolve) => (free = resolve));
    });
  });
  const first = readBy(one);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const second = readBy(one);
  free();
  await taken;
  expect(await first).toBe(await second);
  await one.destroy();
  await drop();
});

test("nobody waits for what another request reads", async () => {
  const pids = await Promise.all([1, 2].map((n) => during({ id: String(n) }, () => readBy(desk.db))));
  expect(new Set(pids).size).toBe(2);
});

/** Whether this process of the server is at work. */
async function isBusy(pid: number): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid} and state = 'active'`.execute(desk.db);
  return rows.length > 0;
}

/** As a part of a request. */
const during = <Answer>(notes: { id: string }, work: () => Promise<Answer>) =>
  new Promise<Answer>((resolve, reject) => {
    setImmediate(() => {
      beginRequest(notes as RequestNotes);
      work().then(resolve, reject);
    });
  });

test("each read has its own answer, though one of them fails", async () => {
  const wrong = readBy(desk.db, (query) => query.where(sql<boolean>`1 / (n - 1) = 1`));
  const answers = await Promise.allSettled([readBy(desk.db), wrong, readBy(desk.db)]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await readBy(desk.db)).toBeGreaterThan(0);
});

test("a transaction has a connection to itself, and nobody reads on it what is not committed", async () => {
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

test("what is asked on one connection stays there from the first statement on that is no select", async () => {
  await desk.db.connection().execute(async (connection) => {
    await sql`set application_name = 'alone'`.execute(connection);
    const [row] = await connection
      .selectFrom(sql<{ n: number }>`(select 1 as n)`.as("one"))
      .select(sql<string>`current_setting('application_name')`.as("name"))
      .execute();
    expect(row?.name).toBe("alone");
    await sql`reset application_name`.execute(connection);
  });
});

test("more reads and transactions at once than there are connections are all answered", async () => {
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
