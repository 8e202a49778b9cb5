import { execFileSync } from "node:child_process";
import { chmodSync, chownSync } from "node:fs";
import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connectPostgres, connectSqlite, rawOf } from "~/db/connect.server";
import { databaseTrouble } from "~/db/database-errors.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { doNextJob, planJob } from "~/features/jobs/job-queue.server";
import { openDatabase } from "../../build-scripts/database";
import { freshDatabase } from "../support/database";
import { freePort } from "../support/free-port";
import { aPostgres } from "../support/postgres";

const troubleOf = (work: Promise<unknown>) => work.then(() => "none", databaseTrouble);
const aTeam = (db: Db) => db.insertInto("team").values({ name: crypto.randomUUID(), is_default: 0 }).execute();

describe("PostgreSQL trouble", () => {
  let desk: Awaited<ReturnType<typeof freshDatabase>>;
  let db: Db;
  beforeAll(async () => {
    desk = await freshDatabase("postgres");
    db = connectPostgres(desk.url as string, { connections: 3, timeoutSeconds: 1 });
  });
  afterAll(async () => {
    await db.destroy();
    await desk.drop();
  });

  test('is "slow" for a statement past its time limit; jobs may take longer', async () => {
    expect(await troubleOf(sql`select pg_sleep(30)`.execute(db))).toBe("slow");
    await sql`select pg_sleep(1.2)`.execute(desk.db); // commands have no time limit

    await inTransaction(db, (tx) => planJob(tx, { kind: "long", runAt: 1 }, 1));
    const handlers = { long: async (tx: Db) => void (await sql`select pg_sleep(1.2)`.execute(tx)) };
    expect(await doNextJob(db, handlers, 2, (error) => expect(error).toBeNull())).toBe(true);
    expect(await db.selectFrom("job").select("id").where("kind", "=", "long").execute()).toEqual([]);
    expect(await troubleOf(sql`select pg_sleep(30)`.execute(db))).toBe("slow"); // the connection has its limit again
  });

  test('is "busy" for a row locked by another transaction', async () => {
    let waited: unknown;
    await inTransaction(desk.db, async (tx) => {
      await tx.updateTable("team").set({ description: "held" }).execute();
      waited = await troubleOf(db.updateTable("team").set({ description: "wanted" }).execute());
    });
    expect(waited).toBe("busy");
  });

  test('is "read_only" for a read-only transaction', async () => {
    const work = inTransaction(db, async (tx) => {
      await sql`set transaction read only`.execute(tx);
      await aTeam(tx);
    });
    expect(await troubleOf(work)).toBe("read_only");
  });

  test('is "away" for a cut connection, an unreachable server and a wrong password', async () => {
    const work = inTransaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(desk.db);
      await aTeam(tx);
    });
    expect(await troubleOf(work)).toBe("away");
    const nowhere = connectPostgres(`postgres://desk:desk@localhost:${await freePort()}/desk`);
    expect(await troubleOf(aTeam(nowhere))).toBe("away");
    const nobody = connectPostgres((desk.url as string).replace("//desk:desk@", "//desk:wrong@"));
    expect(await troubleOf(aTeam(nobody))).toBe("away");
    await Promise.all([nowhere.destroy(), nobody.destroy()]);
  });

  test("is avoided by queuing when queries outnumber the connections", async () => {
    const all = await Promise.allSettled(Array.from({ length: 9 }, () => sql`select pg_sleep(0.05)`.execute(db)));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => "fulfilled"));
    const raw = rawOf(db);
    expect(raw.engine === "postgres" && raw.pool.totalCount).toBe(3);
    const names = sql<{ name: string }>`
      select distinct application_name as name from pg_stat_activity where datname = current_database()`;
    expect((await names.execute(db)).rows).toEqual([{ name: "taskdesk" }]);
  });

  test("is null for our own mistakes and for errors of files and requests", async () => {
    expect(await troubleOf(sql`select nothing from nowhere`.execute(db))).toBeNull();
    expect(
      await troubleOf(
        db
          .insertInto("team")
          .values({ name: "x" } as never)
          .execute(),
      ),
    ).toBeNull();
    expect(databaseTrouble("word")).toBeNull();
    const ofAFile = Object.assign(new Error("no"), { code: "ETIMEDOUT", syscall: "open" });
    expect(databaseTrouble(ofAFile)).toBeNull();
    const ofARequest = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    expect(databaseTrouble(ofARequest)).toBeNull();
  });
});

describe("SQLite trouble", () => {
  test('is "busy" for a lock held past the time limit', async () => {
    const { db, folder, drop } = await freshDatabase("sqlite");
    const other = connectSqlite(join(folder, "taskdesk.db"), { lockMs: 20 });
    await inTransaction(db, async (tx) => {
      await aTeam(tx);
      expect(await troubleOf(aTeam(other))).toBe("busy");
    });
    await other.destroy();
    await drop();
  });

  test('is "full" for a full database and "read_only" for a read-only one', async () => {
    const { db, drop } = await freshDatabase("sqlite");
    const raw = rawOf(db);
    if (raw.engine === "sqlite")
      raw.handle.pragma(`max_page_count = ${raw.handle.pragma("page_count", { simple: true })}`);
    const large = { name: "large", is_default: 0 as const, description: "x".repeat(1_000_000) };
    expect(await troubleOf(db.insertInto("team").values(large).execute())).toBe("full");
    if (raw.engine === "sqlite") raw.handle.pragma("query_only = on");
    expect(await troubleOf(aTeam(db))).toBe("read_only");
    await drop();
  });
});

test("startup names the host and port that don't answer, but not the password", async () => {
  const { folder, drop } = await freshDatabase("sqlite");
  const port = await freePort();
  const opened = openDatabase({ dataDir: folder, databaseUrl: `postgres://desk:s3cret@127.0.0.1:${port}/desk` });
  await expect(opened).rejects.toThrow(`Can't connect to PostgreSQL at 127.0.0.1:${port} with DATABASE_URL`);
  await expect(opened).rejects.not.toThrow("s3cret");
  await drop();
});

describe("TLS to PostgreSQL", () => {
  let folder: string;
  let url: string;
  let server: Awaited<ReturnType<typeof aPostgres>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "taskdesk-tls-"));
    await chmod(folder, 0o755);
    const port = await freePort();
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
        ...["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
      ],
      { stdio: "ignore" },
    );
    const databaseDir = join(folder, "postgres");
    server = await aPostgres(
      { databaseDir, port, persistent: false },
      ...["ssl=on", `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`],
    );
    await server.initialise();
    const { uid, gid } = await stat(databaseDir);
    chownSync(key, uid, gid);
    chmodSync(key, 0o600);
    await server.start();
    url = `postgres://desk:desk@localhost:${port}/postgres`;
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function encrypted(address: string) {
    const db = connectPostgres(address);
    const asked = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    try {
      return (await asked.execute(db)).rows[0]?.ssl;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await db.destroy();
    }
  }

  test("follows sslmode, as PostgreSQL's own programs do", async () => {
    expect(await encrypted(url)).toBe(false);
    expect(await encrypted(`${url}?sslmode=disable`)).toBe(false);
    expect(await encrypted(`${url}?sslmode=require`)).toBe(true);
    expect(await encrypted(`${url}?sslmode=verify-full`)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await encrypted(`${url}?sslmode=verify-full&sslrootcert=${join(folder, "certificate.pem")}`)).toBe(true);
  });

  test("stops startup with the reason when it can't be established", async () => {
    const plain = `${inject("postgresUrl")}/template_desk?sslmode=require`;
    await expect(openDatabase({ dataDir: folder, databaseUrl: plain })).rejects.toThrow(
      /^Can't connect to PostgreSQL at localhost:\d+ .* \(The server does not support SSL connections\)/,
    );
    await expect(openDatabase({ dataDir: folder, databaseUrl: `${url}?sslmode=verify-full` })).rejects.toThrow(
      /with DATABASE_URL \(self-signed certificate\)/,
    );
  });
});
