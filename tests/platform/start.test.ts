import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectSqlite } from "~/db/connect.server";
import { accountChanges } from "~/features/security-log/account-changes.server";
import { readSecurityLog } from "~/features/security-log/security-log.server";
import { aBucket } from "../support/bucket";
import { type Command, runBundledCommand, runCommand } from "../support/command";
import { freshDatabase } from "../support/database";
import { anAdmin, aRequester } from "../support/factories";
import { freePort } from "../support/free-port";
import { startServer } from "../support/server";
import { cookieOf } from "../support/session";
import { copyOfProduct } from "../support/workers";

let folder: string;
let port: number;
let started: Command[];
let drops: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "taskdesk-start-"));
  port = await freePort();
  started = [];
  drops = [];
});

afterEach(async () => {
  for (const { process, ended } of started) {
    process.kill("SIGKILL");
    await ended;
  }
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string> = {}) {
  const command = runCommand("start", [], { PORT: String(port), DATA_DIR: join(folder, "data"), ...settings });
  started.push(command);
  return command;
}

/** An existing desk, as settings: creating its tables and the first account took as long as serving it. */
async function aDesk() {
  const { db, folder, drop } = await freshDatabase("sqlite");
  drops.push(drop);
  await anAdmin(db);
  return { DATA_DIR: folder };
}

/** Expects one line on standard error and exit code 1. Returns the line. */
async function refusal(command: Command) {
  expect(await command.ended).toBe(1);
  expect(command.output()).not.toContain("ready");
  const lines = command.errors().trim().split("\n");
  expect(lines).toHaveLength(1);
  return lines[0];
}

describe("npm start", () => {
  test("creates the first account, shows its password once, and serves", async () => {
    const first = start();
    const line = await first.waitForOutput(/ready at .*\n/);
    expect(line).toMatch(
      new RegExp(
        `^Taskdesk is ready at http://127\\.0\\.0\\.1:${port} - sign in as admin@localhost and the password [a-z0-9-]{16,} \\(shown only once\\)\\n$`,
      ),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);

    first.process.kill("SIGINT");
    expect(await first.ended).toBe(0);

    // The operator may not have read the password above.
    const second = start();
    const hint = "No one has signed in yet. If you don't know the password, run: npm run password -- admin@localhost";
    expect(await second.waitForOutput(/signed in yet.*\n/)).toBe(
      `Taskdesk is ready at http://127.0.0.1:${port}\n${hint}\n`,
    );
    second.process.kill("SIGINT");
    await second.ended;

    const db = connectSqlite(join(folder, "data", "taskdesk.db"));
    await cookieOf(db, await db.selectFrom("user").select("id").executeTakeFirstOrThrow());
    await db.destroy();
    const third = start();
    expect(await third.waitForOutput(/ready at .*\n/)).toBe(`Taskdesk is ready at http://127.0.0.1:${port}\n`);
  });

  test("logs one structured line per request, and renders with the production build of React", async () => {
    // Although NODE_ENV isn't set.
    const tells = `process.once("exit",()=>console.error("NODE_ENV:"+process.env.NODE_ENV))`;
    const server = start({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tells)}`,
      ...(await aDesk()),
    });
    await server.waitForOutput("ready");
    const before = server.output();
    await fetch(`http://127.0.0.1:${port}/builds/latest.json`);
    await server.waitForOutput("/builds/latest.json");
    const lines = server.output().slice(before.length).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: "GET", path: "/builds/latest.json", status: 200 },
    ]);
    server.process.kill("SIGINT");
    await server.ended;
    expect(server.errors().trim().split("\n").at(-1)).toBe("NODE_ENV:production");
  });

  test("reports that another program uses the port, and changes nothing", async () => {
    const other = createServer().listen(port, "127.0.0.1");
    const sentence = await refusal(start());
    other.close();
    expect(sentence).toBe(
      `taskdesk: Taskdesk can't listen on port ${port}: another program is using it. Stop that program or set PORT to another number.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test("reports a data folder that it can't write to", async () => {
    await writeFile(join(folder, "file"), "not a folder");
    const dataDir = join(folder, "file", "data");
    expect(await refusal(start({ DATA_DIR: dataDir }))).toContain(`Can't write to the data folder ${dataDir}`);
    expect(await readdir(folder)).toEqual(["file"]);
  });

  test("reports a full disk in one sentence", { timeout: 90_000 }, async (context) => {
    const full = join(folder, "full");
    await mkdir(full);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=300k", "tmpfs", full]);
    if (mounted.status !== 0) return context.skip("only root may mount a small disk");
    try {
      expect(await refusal(start({ DATA_DIR: join(full, "data") }))).toMatch(/[Ff]ree some (disk )?space/);
      spawnSync("mount", ["-o", "remount,ro", full]);
      expect(await refusal(start({ DATA_DIR: join(full, "other") }))).toContain("Can't write to");
    } finally {
      spawnSync("umount", ["-l", full]);
    }
  });

  test("makes a data folder private that other accounts could read, and reports it once", async () => {
    const { DATA_DIR: dataDir } = await aDesk();
    const files = join(dataDir, "files", "ab", "cd");
    await mkdir(files, { recursive: true });
    await writeFile(join(files, "ab".repeat(32)), "of a person");
    for (const open of [dataDir, join(dataDir, "files"), files]) await chmod(open, 0o755);
    const said = "Other accounts could read the data folder";

    const first = start({ DATA_DIR: dataDir });
    await first.waitForOutput("ready");
    expect(first.output()).toContain(said);
    const paths = [dataDir, ...(await readdir(dataDir, { recursive: true })).map((name) => join(dataDir, name))];
    expect(paths.map((path) => basename(path))).toEqual(expect.arrayContaining(["taskdesk.db", "taskdesk.db-wal"]));
    for (const path of paths) expect((await stat(path)).mode & 0o077, path).toBe(0);
    first.process.kill("SIGINT");
    await first.ended;

    const second = start({ DATA_DIR: dataDir });
    await second.waitForOutput("ready");
    expect(second.output()).not.toContain(said);
  });

  test("reports which setting is invalid, and changes nothing", async () => {
    expect(await refusal(start({ PORT: "eighty" }))).toBe(
      'taskdesk: PORT must be a whole number from 0 to 65535, but is "eighty".',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test("refuses the database of a newer version and leaves it unchanged", async () => {
    const { db, folder: dataDir, drop } = await freshDatabase("sqlite");
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2031-01-01T00:00:00.000Z')`.execute(
      db,
    );
    expect(await refusal(start({ DATA_DIR: dataDir }))).toContain("made by a newer Taskdesk");
    expect((await db.selectFrom("user").selectAll().execute()).length).toBe(0);
    await drop();
  });

  test("refuses a file that isn't a database", async () => {
    await writeFile(join(folder, "taskdesk.db"), "no database ".repeat(1000));
    expect(await refusal(start({ DATA_DIR: folder }))).toContain("is damaged or isn't a database");
  });

  test("stops if a bucket refuses its keys, but starts if the bucket doesn't respond yet", async () => {
    const there = await aBucket();
    try {
      const refused = await refusal(start({ ...there.settings, S3_SECRET_ACCESS_KEY: "a-wrong-one" }));
      expect(refused).toBe(
        `taskdesk: The bucket ${there.bucket.url} responded to GET with 403 SignatureDoesNotMatch. Fix the S3_ settings or the bucket's permissions.`,
      );
    } finally {
      await there.stop();
    }
    const second = start({ ...there.settings, ...(await aDesk()) });
    await second.waitForOutput(/ready at /);
    expect(second.errors()).toContain(`The bucket ${there.bucket.url} isn't responding (GET: ECONNREFUSED)`);
  });

  test("reports that PostgreSQL doesn't respond", async () => {
    const port = await freePort();
    const sentence = await refusal(start({ DATABASE_URL: `postgres://desk:desk@127.0.0.1:${port}/desk` }));
    expect(sentence).toContain(`Can't connect to PostgreSQL at 127.0.0.1:${port} with DATABASE_URL`);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s ends it within two seconds, after answering running requests and one on an idle connection",
    async (signal) => {
      const server = start(await aDesk());
      await server.waitForOutput("ready");
      const idle = connect(port, "127.0.0.1"); // a browser that keeps its connection open
      idle.on("error", () => {});
      const agent = new Agent({ keepAlive: true });
      const ask = () =>
        new Promise<IncomingMessage>((resolve, reject) => {
          get({ port, host: "127.0.0.1", path: "/healthz", agent }, resolve).once("error", reject);
        });
      await text(await ask());
      const running = await halfARequest();

      const at = performance.now();
      server.process.kill(signal);
      const isRefused = () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, "127.0.0.1", () => socket.destroy()).once("error", () => resolve(true));
          socket.once("close", () => resolve(false));
        });
      while (!(await isRefused())); // shutdown has started
      const last = await ask();
      expect([last.statusCode, last.headers.connection, await text(last)]).toEqual([200, "close", "ok\n"]);
      const answer = await running.finish();
      expect(await server.ended).toBe(0);
      expect(performance.now() - at).toBeLessThan(2_000);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|302) /);
    },
  );

  test("ends within two seconds, however slow a request is", async () => {
    const server = start(await aDesk());
    await server.waitForOutput("ready");
    await halfARequest();
    const at = performance.now();
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(performance.now() - at).toBeLessThan(2_000);
  });

  test("ends within two seconds, even if a job waits for a lock", async () => {
    const server = await startServer("postgres");
    const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await server.db.transaction().execute(async (tx) => {
      await sql`lock table job in access exclusive mode`.execute(tx);
      await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBeGreaterThan(0);
      const ended = once(server.process, "close");
      const at = performance.now();
      server.process.kill("SIGTERM");
      expect((await ended)[0]).toBe(0);
      expect(performance.now() - at).toBeLessThan(2_000);
    });
    await server.stop();
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s ends it while the product is still loading", async (signal) => {
    const product = await copyOfProduct();
    const entry = join(product, "build", "index.js");
    const slow = 'console.log("loading");\nawait new Promise((resolve) => setTimeout(resolve, 60_000));\n';
    await writeFile(entry, slow + (await readFile(entry, "utf8")));
    const child = spawn(process.execPath, ["build/serve/worker.js"], {
      cwd: product,
      env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", DATA_DIR: folder },
    });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const ended = once(child, "close");
    const [said] = await once(child.stdout, "data");
    child.kill(signal);
    expect([String(said), await ended, errors]).toEqual(["loading\n", [0, null], ""]);
    await rm(product, { recursive: true });
  });

  test("several workers serve one address and end together", async () => {
    const server = start({ WORKERS: "2", ...(await aDesk()) });
    await server.waitForOutput("ready");
    const answers = await Promise.all([1, 2, 3, 4].map(() => fetch(`http://127.0.0.1:${port}/builds/latest.json`)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const at = performance.now();
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(performance.now() - at).toBeLessThan(2_000);
    await expect(fetch(`http://127.0.0.1:${port}/builds/latest.json`)).rejects.toThrow();
  });
});

describe("npm run password", () => {
  test("sets a new password for an account, and refuses an unknown address", async () => {
    const { db, folder: dataDir, drop } = await freshDatabase("sqlite");
    const settings = { DATA_DIR: dataDir, PORT: String(port), ADMIN_EMAIL: "ada@example.org" };
    await start(settings).waitForOutput("ready");
    const before = await db.selectFrom("user").select("password_hash").executeTakeFirstOrThrow();

    const command = runCommand("password", ["ADA@example.org"], settings);
    expect(await command.ended).toBe(0);
    expect(command.output()).toMatch(/can now sign in with the password [a-z0-9-]{16,} /);
    expect(await db.selectFrom("user").select("password_hash").executeTakeFirstOrThrow()).not.toEqual(before);

    expect(await refusal(await runBundledCommand("password", ["bob@example.org"], settings))).toContain(
      "No account uses",
    );
    await drop();
  });

  test("notifies the account's owner, and isn't logged as their own action", async () => {
    const { db, folder: dataDir, drop } = await freshDatabase("sqlite");
    const rosa = await aRequester(db, { email: "rosa@example.org" });
    const command = await runBundledCommand("password", ["rosa@example.org"], { DATA_DIR: dataDir });
    expect(await command.ended).toBe(0);

    const { events } = await readSecurityLog(db, { kind: "password_set", person: rosa.id });
    expect(events.map(({ actor, user, details }) => [actor, user?.id, details])).toEqual([
      [null, rosa.id, [["Command", "npm run password"]]],
    ]);
    const { since } = await db
      .selectFrom("user")
      .select("account_changed_at as since")
      .where("id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    expect(await accountChanges(db, rosa, since ?? Number.POSITIVE_INFINITY)).toMatchObject([
      { what: "Password set", by: null },
    ]);
    await drop();
  });

  test("refuses an unconfirmed address, which can't be used to sign in", async () => {
    const { db, folder: dataDir, drop } = await freshDatabase("sqlite");
    await aRequester(db, { email: "rosa@example.org" });
    await db.updateTable("user").set({ confirmed_at: null }).execute();
    expect(await refusal(await runBundledCommand("password", ["rosa@example.org"], { DATA_DIR: dataDir }))).toBe(
      "taskdesk: rosa@example.org isn't confirmed, so it can't be used to sign in. Confirm it on the person's page, or use another of their addresses.",
    );
    await drop();
  });
});

/** A sign-in whose body has only half arrived. The server is busy with it until `finish`. */
async function halfARequest() {
  const body = "csrfToken=none&email=ada%40example.org&password=wrong&callbackUrl=%2F";
  const head = [
    "POST /api/auth/callback/credentials HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    "",
    "",
  ].join("\r\n");
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.write(head + body.slice(0, 10));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    async finish() {
      socket.write(body.slice(10));
      await new Promise((resolve) => socket.once("close", resolve));
      return answer;
    },
  };
}
