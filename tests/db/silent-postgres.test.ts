import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectPostgres, type Limits, rawOf } from "~/db/connect.server";
import { databaseTrouble } from "~/db/database-errors.server";
import { withDeadline } from "~/db/postgres-pool-adapter.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { watchChanges } from "~/db/watch-changes.server";
import { countFailure } from "~/features/auth/sign-in-limits.server";
import { doNextJob, planJob } from "~/features/jobs/job-queue.server";
import { readiness } from "~/features/operations/readiness.server";
import { type BreakableProxy, breakableProxy } from "../support/breakable-proxy";
import { freshDatabase } from "../support/database";
import { anAgent } from "../support/factories";
import { startServer } from "../support/server";
import { cookieOf } from "../support/session";

/*
 * A database server that vanishes silently: a firewall drops packets, a cable is pulled, a machine is paused.
 * Nothing on the way reports that its connections are gone.
 */

let desk: Awaited<ReturnType<typeof freshDatabase>>;
let line: BreakableProxy;
/** The database URL that goes through the line. */
let url: string;
let opened: Db[] = [];

beforeEach(async () => {
  desk = await freshDatabase("postgres");
  const direct = new URL(desk.url ?? "");
  line = await breakableProxy(direct.href);
  direct.port = new URL(line.origin).port;
  url = direct.href;
});
afterEach(async () => {
  await line.close();
  await Promise.all(opened.map((db) => db.destroy()));
  opened = [];
  await desk.drop();
});

/** Connects to the database through the line, as a server does. */
function behindTheLine(limits: Limits): Db {
  const db = connectPostgres(url, limits);
  opened.push(db);
  return db;
}

const ATTEMPT = { login: "ada@desk.example", address: "192.0.2.1" };
const aTeam = (db: Db) => db.insertInto("team").values({ name: crypto.randomUUID(), is_default: 0 }).execute();
const troubleOf = (work: Promise<unknown>) => work.then(() => "none", databaseTrouble);

test("a query without an answer fails at its deadline, and the pool opens new connections", async () => {
  const db = behindTheLine({ connections: 3, timeoutSeconds: 1 });
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(db))); // opens all three connections
  const others: Promise<unknown>[] = [];
  const transaction = inTransaction(db, async (tx) => {
    await aTeam(tx);
    line.silence();
    others.push(troubleOf(aTeam(db)), troubleOf(countFailure(db, ATTEMPT)));
    await aTeam(tx);
  });
  const began = performance.now();
  expect(await troubleOf(transaction)).toBe("away");
  expect(await Promise.all(others)).toEqual(["away", "away"]);
  expect(performance.now() - began).toBeLessThan(9_000); // one deadline, not a second one for the rollback

  line.restore();
  expect(await troubleOf(Promise.all([aTeam(db), aTeam(db), aTeam(db)]))).toBe("none");
  const raw = rawOf(db);
  expect(raw.engine === "postgres" && raw.pool.totalCount).toBe(3);
});

test("a job gets a longer deadline than a page", async () => {
  await inTransaction(desk.db, (tx) => planJob(tx, { kind: "long", runAt: 1 }, 1));
  const handlers = { long: async (tx: Db) => void (await sql`select pg_sleep(1)`.execute(tx)) };
  const failures: unknown[] = [];
  await withDeadline(500, () => doNextJob(desk.db, handlers, 2, (error) => failures.push(error)));
  expect(failures).toEqual([]);
  const page = withDeadline(500, () => sql`select pg_sleep(1)`.execute(desk.db));
  expect(await troubleOf(page)).toBe("away");
});

test("the change watcher recovers on another connection", async () => {
  const db = behindTheLine({ connections: 2, timeoutSeconds: 1 });
  let changes = 0;
  const stop = watchChanges(db, () => changes++, { everyMs: 100, answerMs: 300 });
  await expect.poll(() => changes).toBe(1); // the connection is up
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(changes).toBe(1); // and stays up

  line.silence();
  await new Promise((resolve) => setTimeout(resolve, 500));
  line.restore();
  await expect.poll(() => changes, { timeout: 15_000 }).toBe(2);
  await inTransaction(desk.db, async (tx) => void (await anAgent(tx)));
  await sql`notify taskdesk_live`.execute(desk.db);
  await expect.poll(() => changes).toBeGreaterThan(2);

  await stop();
});

test("readiness reports a silent database promptly, and its recovery soon after", async () => {
  const db = behindTheLine({ connections: 2, timeoutSeconds: 30 });
  const nothing = async () => {};
  const status = async () =>
    (await readiness(db, desk.folder, { files: nothing, folders: nothing, mail: async () => true }, 1)).status;
  expect(await status()).toBe("ready");

  line.silence();
  const began = performance.now();
  expect(await status()).toBe("not ready");
  expect(performance.now() - began).toBeLessThan(10_000);

  line.restore();
  await expect.poll(status, { timeout: 20_000 }).toBe("ready");
});

test("the server answers 503 while the database is silent, and recovers by itself", async () => {
  const settings = { DATABASE_URL: url, DATABASE_CONNECTIONS: "4", DATABASE_TIMEOUT_SECONDS: "1" };
  const server = await startServer("postgres", settings);
  const cookie = await cookieOf(desk.db, await anAgent(desk.db));
  const statusOf = async (path: string) =>
    (await fetch(server.origin + path, { headers: { cookie, accept: "text/html" }, redirect: "manual" })).status;
  // On a busy machine, the server's first answer may take longer than the query limit of one second.
  for (const path of ["/readyz", "/tasks"]) await expect.poll(() => statusOf(path)).toBe(200);

  line.silence();
  const began = performance.now();
  expect(await statusOf("/readyz")).toBe(503);
  expect(performance.now() - began).toBeLessThan(10_000);
  const page = await fetch(`${server.origin}/tasks`, { headers: { cookie, accept: "text/html" } });
  expect(page.status).toBe(503);
  expect(await page.text()).toContain("The database isn&#x27;t responding");

  line.restore();
  await expect.poll(() => statusOf("/readyz"), { timeout: 20_000 }).toBe(200);
  expect(await statusOf("/tasks")).toBe(200);
  await server.stop();
});
