import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished } from "vitest";
import { connectPostgres, rawOf } from "~/db/connect.server";
import { readiness } from "~/features/operations/readiness.server";
import { freshDatabase, onEachDatabase } from "../../support/database";

const HERE = process.cwd();
const READY = { status: "ready", database: "ok", migrations: "ok", disk: "ok", files: "ok", mail: "ok" };
const FINE = { files: async () => {}, folders: async () => {}, mail: async () => true };
const fail = (code: string) => async () => {
  throw Object.assign(new Error(code), { code, syscall: "open" });
};

onEachDatabase("readiness", (test) => {
  test("passes when the database answers, has this build's tables, and the disk has room", async ({ db }) => {
    expect(await readiness(db, HERE, FINE, 1)).toEqual(READY);
  });

  test("passes while an email address fails, and reports it", async ({ db }) => {
    const failing = { ...FINE, mail: async () => false };
    expect(await readiness(db, HERE, failing, 1)).toEqual({ ...READY, mail: "failing" });
  });

  test("fails while migrations are missing, or on another version's database", async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      delete from kysely_migration where name = '0021-sites' returning name`.execute(db);
    expect(rows).toHaveLength(1);
    const pending = { ...READY, status: "not ready", migrations: "pending" };
    expect(await readiness(db, HERE, FINE, 1)).toEqual(pending);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2031')`.execute(db);
    expect(await readiness(db, HERE, FINE, 1)).toEqual(pending);
  });

  test("fails when the disk is full or its folder is gone", async ({ db }) => {
    expect(await readiness(db, HERE, FINE, 2 ** 60)).toEqual({ ...READY, status: "not ready", disk: "full" });
    expect(await readiness(db, "/no/such/folder", FINE, 1)).toEqual({ ...READY, status: "not ready", disk: "unknown" });
  });

  test("checks the disk once for all concurrent calls", async ({ db }) => {
    let looks = 0;
    const calls = createHook({ init: (_, type) => void (type === "FSREQPROMISE" && looks++) }).enable();
    onTestFinished(() => void calls.disable());
    await Promise.all(Array.from({ length: 20 }, () => readiness(db, HERE, FINE, 1)));
    expect(looks).toBe(1);
    await readiness(db, HERE, FINE, 1);
    expect(looks).toBe(2);
  });

  test("passes without file storage, reports it, and checks it once for all calls", async ({ db }) => {
    let asked = 0;
    const away = async () => {
      asked++;
      throw new Error("away");
    };
    const wanted = { ...READY, files: "unreachable" };
    expect(await Promise.all([1, 2].map(() => readiness(db, HERE, { ...FINE, files: away }, 1)))).toEqual([
      wanted,
      wanted,
    ]);
    expect(await readiness(db, HERE, { ...FINE, files: away }, 1)).toEqual(wanted);
    expect(asked).toBe(1);
  });

  test("fails when the local files folder can't be written, which is tried rarely", async ({ db }) => {
    for (const [code, disk] of [
      ["EROFS", "unwritable"],
      ["EACCES", "unwritable"],
      ["EIO", "unwritable"],
      ["ENOTDIR", "unwritable"],
      ["ENOSPC", "full"],
      ["EDQUOT", "full"],
    ]) {
      const checks = { ...FINE, folders: fail(code as string) };
      expect(await readiness(db, HERE, checks, 1)).toEqual({ ...READY, status: "not ready", disk });
    }
    let tries = 0;
    const checks = { ...FINE, folders: async () => void tries++ };
    await Promise.all(Array.from({ length: 20 }, () => readiness(db, HERE, checks, 1)));
    await readiness(db, HERE, checks, 1);
    expect(tries).toBe(1);
  });

  test("fails while the database is read-only", async ({ engine }) => {
    const { db, url, drop } = await freshDatabase(engine);
    const raw = rawOf(db);
    if (raw.engine === "sqlite") raw.handle.pragma("query_only = on");
    const asked = url ? connectPostgres(`${url}?options=-c%20default_transaction_read_only=on`) : db;
    expect(await readiness(asked, HERE, FINE, 1)).toEqual({ ...READY, status: "not ready", database: "unwritable" });
    if (asked !== db) await asked.destroy();
    await drop();
  });

  test("passes while another program holds SQLite's write lock, because people can read", async ({ engine }) => {
    if (engine !== "sqlite") return;
    const { db, folder, drop } = await freshDatabase("sqlite");
    const holder = new SqliteDatabase(join(folder, "taskdesk.db"));
    holder.exec("begin immediate");
    expect(await readiness(db, HERE, FINE, 1)).toEqual(READY);
    holder.close();
    await drop();
  });

  test("fails in time when the database doesn't respond", async ({ engine }) => {
    if (engine === "sqlite") return; // SQLite is a file, not a server
    const silent = await aServerThatNeverAnswers();
    const away = connectPostgres(`postgres://desk@127.0.0.1:${silent.port}/desk`);
    const unreachable = {
      status: "not ready",
      database: "unreachable",
      migrations: "unknown",
      disk: "ok",
      files: "ok",
      mail: "ok",
    };
    const many = await Promise.all(Array.from({ length: 20 }, () => readiness(away, HERE, FINE, 1)));
    for (const one of many) expect(one).toEqual(unreachable);
    expect(silent.connections()).toBe(1); // one for all calls
    silent.close();
    await expect.poll(() => readiness(away, HERE, FINE, 1)).toEqual(unreachable);
    await away.destroy();
  });
});

async function aServerThatNeverAnswers() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
