import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, connectSqlite } from "~/db/connect.server";
import { type Fingerprint, fingerprintOf, inSnapshot } from "~/db/copy-desk.server";
import type { Engine } from "~/db/engine.server";
import { migrateToLatest, stepsTaken } from "~/db/migrate.server";
import type { Db } from "~/db/types";
import { fillDesk } from "../../build-scripts/demo/fill";
import { backUp, restoreBackup } from "../../build-scripts/desk-copies";
import type { DeskLocation } from "../../build-scripts/desk-location";
import { aDeskUnderLoad, contentOf, seededRandom } from "../crash/desk-under-load";
import { aBucket } from "../support/bucket";
import { runBundledCommand, runCommand } from "../support/command";
import { createPostgres, ENGINES, freshDatabase } from "../support/database";
import { edgeCaseContent } from "../support/edge-case-content";
import { aRequester, aTask, NOON } from "../support/factories";
import { aStoredFile } from "../support/files";
import { freePort } from "../support/free-port";
import { aMailAddress } from "../support/mail";
import { startServer } from "../support/server";
import { cookieOf } from "../support/session";

let folder: string;
let drops: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "taskdesk-copies-"));
  drops = [];
});

afterEach(async () => {
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

/** Creates an empty place on this engine without connections. Returns its settings. */
async function anEmptyPlace(engine: Engine) {
  const dataDir = await mkdtemp(join(folder, "data-"));
  if (engine === "sqlite") return { DATA_DIR: dataDir, DATABASE_URL: "" };
  const { url, drop } = await createPostgres();
  drops.push(drop);
  return { DATA_DIR: dataDir, DATABASE_URL: url };
}

type SettingsOfPlace = { DATA_DIR: string; DATABASE_URL: string };

async function looking<T>({ DATA_DIR, DATABASE_URL }: SettingsOfPlace, look: (db: Db) => Promise<T>): Promise<T> {
  const db = connect({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL || null });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
}

/** A backup of a desk that has some of everything. `lastNumber` is the number of a deleted task. */
let full: { copy: string; admin: { id: number }; sha256: string; lastNumber: number };

beforeAll(async () => {
  const { db, folder: dataDir, drop } = await freshDatabase("sqlite");
  await fillDesk(db, { passwordHash: "none", now: NOON });
  const { admin } = await edgeCaseContent(db);
  const { sha256 } = await aStoredFile(db, dataDir, "a logo");
  await db
    .insertInto("site")
    .values({ host: "desk.example", name: "Desk", colour: "", logo: sha256, version: 1 })
    .execute();
  const { rows } = await sql<{ seq: number }>`
    update sqlite_sequence set seq = seq + 5 where name = 'task' returning seq`.execute(db);
  const copies = await mkdtemp(join(tmpdir(), "taskdesk-full-"));
  full = { copy: join(copies, "full.db"), admin, sha256, lastNumber: rows[0]?.seq as number };
  await backUp({ dataDir, databaseUrl: null }, full.copy);
  await drop();
  return () => rm(copies, { recursive: true, force: true });
});

/** That desk, restored once per engine. Tests get copies of it. */
const brought = new Map<Engine, Promise<SettingsOfPlace>>();
let dropBrought: (() => Promise<unknown>) | undefined;
afterAll(() => dropBrought?.());

async function bringBack(engine: Engine): Promise<SettingsOfPlace> {
  const dataDir = await mkdtemp(join(dirname(full.copy), "data-"));
  const postgres = engine === "postgres" ? await createPostgres() : null;
  dropBrought = postgres?.drop ?? dropBrought;
  const place = { DATA_DIR: dataDir, DATABASE_URL: postgres?.url ?? "" };
  await restoreBackup(full.copy, { dataDir, databaseUrl: postgres?.url ?? null });
  await looking(place, (db) => cookieOf(db, full.admin));
  return place;
}

/** A copy of that desk on this engine. */
async function aFullPlace(engine: Engine) {
  const known = brought.get(engine) ?? bringBack(engine);
  brought.set(engine, known);
  const place = await known;
  const copy = { DATA_DIR: await mkdtemp(join(folder, "data-")), DATABASE_URL: "" };
  await cp(place.DATA_DIR, copy.DATA_DIR, { recursive: true });
  if (engine === "sqlite") return copy;
  const { url, drop } = await createPostgres(new URL(place.DATABASE_URL).pathname.slice(1));
  drops.push(drop);
  return { ...copy, DATABASE_URL: url };
}

const printOf = (place: SettingsOfPlace) => looking(place, (db) => inSnapshot(db, (now) => fingerprintOf(now)));

/** Leaves out sessions, which a restore doesn't bring back. */
const withoutSessions = ({ session: _, ...rest }: Fingerprint) => rest;

const PROGRESS = /^(Copying|Indexing|Checking|Copying and checking): [\d,]+ (rows|tasks|files)$/;

const runUnbundled = async (...command: Parameters<typeof runCommand>) => runCommand(...command);

async function run(name: string, args: string[], settings: Record<string, string>, starts = runBundledCommand) {
  const command = await starts(name, args, settings);
  const code = await command.ended;
  // Progress lines only show that the machine is slow, not what went wrong.
  const errors = command
    .errors()
    .split("\n")
    .filter((line) => !PROGRESS.test(line));
  return { code, said: command.output(), errors: errors.join("\n").trim() };
}

/** Waits for the next second. A restore names what it keeps after the second, so the next one needs another. */
async function nextSecond() {
  const second = () => Math.floor(Date.now() / 1_000);
  const now = second();
  while (second() === now) await new Promise((resolve) => setTimeout(resolve, 20));
}

const sumIn = (said: string) => /sum ([0-9a-f]{12})/.exec(said)?.[1];

describe.each(ENGINES)("npm run backup (%s)", (engine) => {
  test("domain B18.16: a backup under load restores every task, message and file to either engine", async () => {
    const server = await startServer(engine, { LOG_LEVEL: "error" });
    const target = join(folder, "copies", "today.db");
    const desk = aDeskUnderLoad(server, seededRandom(7));
    // Only agents, because requesters have an hourly limit.
    const people = (await desk.people()).filter(({ viewer }) => viewer.role === "agent");
    const work = desk.work(people);
    await expect.poll(() => desk.sent.filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(30);
    await expect
      .poll(() => desk.sent.filter(({ acknowledged, kind }) => acknowledged && kind === "upload").length)
      .toBeGreaterThan(1);
    const before = desk.sent.filter(({ acknowledged }) => acknowledged);
    const backup = await run("backup", [target], server.sharedSettings);
    expect(desk.sent.length).toBeGreaterThan(before.length + 5); // writes continued during the backup
    await server.kill();
    await work;
    await server.stop();
    expect([backup.code, backup.errors]).toEqual([0, ""]);
    expect((await stat(target)).mode & 0o777).toBe(0o600);
    expect((await readdir(join(folder, "copies"))).sort()).toEqual(["today.db", "today.db.files"]);

    const places = await Promise.all(ENGINES.map(anEmptyPlace));
    for (const place of places) {
      const restore = await run("restore", [target], place);
      expect([restore.code, restore.errors]).toEqual([0, ""]);
      expect(restore.said).toContain("Everyone has to sign in again.");
      await looking(place, async (db) => {
        expect(await db.selectFrom("session").selectAll().execute()).toEqual([]);
        const said = await db.selectFrom("message").select("body_text").execute();
        const titles = await db.selectFrom("task").select("title").execute();
        const words = new Set([...said.map(({ body_text }) => body_text), ...titles.map(({ title }) => title)]);
        const lost = before.filter(({ kind, mark }) => kind !== "title" && !words.has(mark));
        expect(lost).toEqual([]);
        for (const { sha256, name } of await db.selectFrom("attachment").select(["sha256", "name"]).execute()) {
          const path = join(
            place.DATA_DIR,
            "files",
            String(sha256).slice(0, 2),
            String(sha256).slice(2, 4),
            String(sha256),
          );
          expect(await readFile(path, "utf8")).toBe(contentOf(name.replace(/\.txt$/, "")));
        }
      });
    }
    const [first, second] = await Promise.all(places.map(printOf));
    expect(second).toEqual(first);
    const copy = connectSqlite(target);
    expect(withoutSessions(await inSnapshot(copy, (now) => fingerprintOf(now)))).toEqual(
      withoutSessions(first as Fingerprint),
    );
    await copy.destroy();
  });

  test("names files that were already missing or damaged, and copies the rest", async () => {
    const { sha256 } = full;
    const place = await aFullPlace(engine);
    const path = join(place.DATA_DIR, "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    await (engine === "sqlite" ? rm(path) : writeFile(path, "rotten"));
    const backup = await run("backup", [join(folder, "copy.db")], place);
    expect(backup.code).toBe(2);
    expect(backup.errors).toContain(
      `couldn't copy 1 attached file that was already missing or damaged, such as ${sha256}`,
    );
    expect(existsSync(join(folder, "copy.db"))).toBe(true);
  });
});

test.each(ENGINES)(
  "a restored desk's email addresses are paused: the original may use the same mailboxes (%s)",
  async (engine) => {
    const { db, folder: dataDir, drop } = await freshDatabase("sqlite");
    await aMailAddress(db);
    const backup = join(folder, `with-mail-${engine}.db`);
    await backUp({ dataDir, databaseUrl: null }, backup);
    await drop();
    const postgres = engine === "postgres" ? await createPostgres() : null;
    if (postgres) drops.push(postgres.drop);
    const place = { DATA_DIR: await mkdtemp(join(folder, "data-")), DATABASE_URL: postgres?.url ?? "" };
    await restoreBackup(backup, { dataDir: place.DATA_DIR, databaseUrl: postgres?.url ?? null });
    const paused = await looking(place, (there) => there.selectFrom("mail_address").select("paused").execute());
    expect(paused).toEqual([{ paused: expect.stringContaining("restored or copied") }]);
  },
);

describe("npm run backup", () => {
  test("needs one new file name and an existing database, and writes nothing otherwise", async () => {
    const place = await aFullPlace("sqlite");
    const name = join(folder, "copy.db");
    await mkdir(`${name}.files`);
    expect((await run("backup", [name], place)).errors).toBe(
      `taskdesk: ${name}.files already exists. Enter a new file name.`,
    );
    expect(await run("backup", [], place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("Enter one file name"),
    });
    const none = await anEmptyPlace("sqlite");
    expect((await run("backup", [join(folder, "new.db")], none)).errors).toContain("There is no database in");
    expect(await readdir(none.DATA_DIR)).toEqual([]);
    await writeFile(join(folder, "file"), "");
    const blocked = await run("backup", [join(folder, "file", "new.db")], place);
    expect(blocked).toMatchObject({ code: 1, errors: expect.stringContaining("Can't write to") });
  });
});

describe("two commands that write to the same place at once:", () => {
  /** A running backup that has copied one attached file and waits for another, which is a pipe. */
  async function aWaitingBackup(copy: string, starts = runBundledCommand) {
    const place = await aFullPlace("sqlite");
    const { sha256 } = await looking(place, (db) => aStoredFile(db, place.DATA_DIR, "a slow file"));
    const path = join(place.DATA_DIR, "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    await rm(path);
    execFileSync("mkfifo", [path]);
    const backup = await starts("backup", [copy], place);
    drops.push(async () => void backup.process.kill("SIGTERM"));
    await expect.poll(() => existsSync(join(`${copy}.files`, "incoming"))).toBe(true);
    return { ...backup, goOn: () => writeFile(path, "a slow file") };
  }

  const namesOf = async (copy: string) => (await readdir(folder)).filter((name) => name.startsWith(basename(copy)));

  test("the second backup is refused, and the first one is complete", async () => {
    const [place, copy] = [await aFullPlace("sqlite"), join(folder, "copy.db")];
    const first = await aWaitingBackup(copy);
    expect(await run("backup", [copy], place)).toMatchObject({
      code: 1,
      errors: `taskdesk: Another backup is being written to ${copy}. Wait for it to finish, or enter another file name.`,
    });
    await first.goOn();
    expect([await first.ended, first.output()]).toEqual([0, expect.stringContaining("2 files.")]);
    expect((await run("backup", [copy], place)).errors).toBe(
      `taskdesk: ${copy} already exists. Enter a new file name.`,
    );
    expect(await namesOf(copy)).toEqual(["copy.db", "copy.db.files"]);
    expect(await run("restore", [copy], await anEmptyPlace("sqlite"))).toMatchObject({ code: 0, errors: "" });
  });

  test("a killed backup frees its file name", async () => {
    const [place, copy] = [await aFullPlace("sqlite"), join(folder, "copy.db")];
    const first = await aWaitingBackup(copy, runUnbundled);
    first.process.kill("SIGTERM"); // taskdesk.mjs passes it on; neither process handles it
    await first.ended;
    expect(await run("backup", [copy], place)).toMatchObject({ code: 0, errors: "" });
    expect(await namesOf(copy)).toEqual(["copy.db", "copy.db.files"]);
  });

  test("only one restore or move fills an empty place", async () => {
    const sources = [await aFullPlace("sqlite"), await aFullPlace("sqlite")];
    const [one, two] = [await anEmptyPlace("sqlite"), await anEmptyPlace("sqlite")];
    const restore = () => run("restore", [full.copy], one);
    const move = (source: SettingsOfPlace) =>
      run("move", ["--from", `sqlite:${source.DATA_DIR}`, "--to", `sqlite:${two.DATA_DIR}`], source);
    for (const fill of [restore, move]) {
      const ends = await Promise.all(sources.map(fill));
      expect(ends.map(({ code }) => code).sort()).toEqual([0, 1]);
    }
    expect(withoutSessions(await printOf(two))).toEqual(withoutSessions(await printOf(one)));
    for (const { DATA_DIR } of [one, two]) expect((await readdir(DATA_DIR)).join()).not.toContain("claim");
  });
});

async function indexesOf(db: Db) {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where schemaname = current_schema() order by indexdef`.execute(db);
  return rows.map(({ indexdef }) => indexdef);
}

async function indexesOfNewDesk() {
  const { db, drop } = await freshDatabase("postgres");
  drops.push(drop);
  return indexesOf(db);
}

/** A place with a desk of an older version, with or without a user in it, and its last migration. */
async function anOlderPlace(engine: Engine, people: boolean) {
  const place = await anEmptyPlace(engine);
  await looking(place, async (db) => {
    if (engine === "postgres") await sql`drop schema public cascade`.execute(db);
    if (engine === "postgres") await sql`create schema public`.execute(db);
    await migrateToLatest(db, { last: "0020-when-done" });
    if (!people) return;
    await sql`insert into "user" (name, name_key, search_text, role, state, created_at, updated_at) values ('Ada', 'ada', ' ada', 'admin', 'active', 1, 1)`.execute(
      db,
    );
  });
  return { place, lastStep: () => looking(place, async (db) => (await stepsTaken(db)).at(-1)) };
}

describe("a desk of an older version", () => {
  test("is not upgraded by commands that are refused", async () => {
    const [there, empty, busy] = [
      await anOlderPlace("postgres", true),
      await anOlderPlace("postgres", false),
      await anOlderPlace("sqlite", true),
    ];
    const current = await aFullPlace("sqlite");
    const move = (from: SettingsOfPlace, to: SettingsOfPlace) => {
      const name = ({ DATA_DIR, DATABASE_URL }: SettingsOfPlace) => DATABASE_URL || `sqlite:${DATA_DIR}`;
      return run("move", ["--from", name(from), "--to", name(to)], { DATA_DIR: current.DATA_DIR });
    };
    const none = await anEmptyPlace("sqlite");
    const refused = (words: string) => ({ code: 1, errors: expect.stringContaining(words) });

    expect(await run("restore", [full.copy], there.place)).toMatchObject(refused("Add --replace to overwrite it"));
    expect(await move(current, there.place)).toMatchObject(refused("There are people or tasks in the PostgreSQL"));
    for (const { place } of [there, busy]) {
      expect(await move(place, none)).toMatchObject(
        refused("Start and stop this version once to upgrade the database"),
      );
    }
    const newer = join(folder, "newer.db");
    await writeFile(newer, await readFile(full.copy));
    const handle = connectSqlite(newer);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2031')`.execute(handle);
    await handle.destroy();
    expect(await run("restore", [newer], empty.place)).toMatchObject(refused("made by a newer Taskdesk"));
    for (const { lastStep } of [there, empty, busy]) expect(await lastStep()).toBe("0020-when-done");
    expect(existsSync(join(busy.place.DATA_DIR, "backups"))).toBe(false);
    expect(await readdir(none.DATA_DIR)).toEqual([]);

    expect(await move(await anEmptyPlace("sqlite"), none)).toMatchObject(refused("There is no database in"));
    expect(await run("restore", [full.copy], empty.place)).toMatchObject({ code: 0, errors: "" });
    expect(withoutSessions(await printOf(empty.place))).toEqual(withoutSessions(await printOf(current)));
  });
});

describe("npm run move", () => {
  test("there and back keeps checksums equal, and task numbers continue", async () => {
    const { sha256, lastNumber } = full;
    const place = await aFullPlace("sqlite");
    const there = await anEmptyPlace("postgres");
    const back = join(folder, "back");
    const wanted = await printOf(place);
    expect(wanted.task?.rows).toBeGreaterThan(20);
    expect(wanted.session?.rows).toBe(1);

    const first = await run("move", ["--from", "sqlite", "--to", there.DATABASE_URL], { DATA_DIR: place.DATA_DIR });
    expect([first.code, first.errors]).toEqual([0, ""]);
    expect(first.said).not.toContain("desk:desk@"); // the password
    expect(await printOf(there)).toEqual(wanted);
    expect(await looking(there, indexesOf)).toEqual(await indexesOfNewDesk()); // a move drops them while it copies rows
    const second = await run("move", ["--from", there.DATABASE_URL, "--to", `sqlite:${back}`], {
      DATA_DIR: place.DATA_DIR,
    });
    expect([second.code, second.errors]).toEqual([0, ""]);
    expect(sumIn(first.said)).toBeTruthy();
    expect(sumIn(second.said)).toBe(sumIn(first.said));

    const there2 = { ...there, DATA_DIR: place.DATA_DIR };
    const home = { DATA_DIR: back, DATABASE_URL: "" };
    expect(await printOf(home)).toEqual(wanted);
    expect(await printOf(place)).toEqual(wanted); // unchanged
    const content = await readFile(join(back, "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256));
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
    const derived = (db: Db) => sql`select count(*) as tasks from task_search`.execute(db);
    const made = await looking(place, derived);
    for (const one of [there2, home]) {
      expect((await looking(one, derived)).rows).toEqual(made.rows);
      expect((await looking(one, (db) => aTask(db))).id).toBe(lastNumber + 1);
      const words = (db: Db) => db.selectFrom("user_word").select("words").where("words", "like", "zora %").execute();
      await looking(one, (db) => aRequester(db, { name: "Zora Neale" }));
      expect(await looking(one, words)).toHaveLength(1); // triggers work again
    }
  });

  test("refuses a target with data, a database in use, the same place twice and an invalid address", async () => {
    const place = await aFullPlace("sqlite");
    const full = await aFullPlace("postgres");
    const settings = { DATA_DIR: place.DATA_DIR };
    const move = (from: string, to: string) => run("move", ["--from", from, "--to", to], settings);
    const before = await printOf(full);
    expect(await move("sqlite", full.DATABASE_URL)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("There are people or tasks in the PostgreSQL database desk_"),
    });
    expect(await printOf(full)).toEqual(before);

    const empty = await anEmptyPlace("postgres");
    const handle = connectSqlite(join(place.DATA_DIR, "taskdesk.db"));
    await handle.selectFrom("user").select("id").execute();
    expect((await move("sqlite", empty.DATABASE_URL)).errors).toContain(
      "Another program is using the SQLite database in",
    );
    await handle.destroy();
    await looking(empty, (db) =>
      db.transaction().execute(async (tx) => {
        await tx.selectFrom("user").select("id").execute(); // an idle one could close before the check
        expect((await move("sqlite", empty.DATABASE_URL)).errors).toContain(
          "Another program is using the PostgreSQL database desk_",
        );
      }),
    );

    expect((await move("sqlite", `sqlite:${place.DATA_DIR}`)).errors).toContain(
      "The source and the target are the same",
    );
    expect((await move("sqlite", "mysql://x")).errors).toContain(
      '"mysql://x" is neither sqlite nor a postgres:// address',
    );
    expect((await run("move", ["--to", "sqlite"], settings)).errors).toContain("Enter the source and the target");
    expect((await move(`sqlite:${folder}/none`, "sqlite")).errors).toContain("There is no database in");
    expect(existsSync(join(folder, "none"))).toBe(false);
  });
});

describe("files in a bucket", () => {
  test("move there and back, alone or with their desk, and through backups, each verified by its hash", async () => {
    const { sha256 } = full;
    const there = await aBucket();
    drops.push(there.stop);
    const place = await aFullPlace("sqlite");
    const other = { ...(await anEmptyPlace("postgres")), ...there.settings };
    const withBucket = { ...place, ...there.settings };
    const key = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
    const inFolder = (dataDir: string) => readFile(join(dataDir, "files", key), "utf8");

    const none = await run("move", ["--files", "bucket"], place);
    expect(none).toMatchObject({ code: 1, errors: expect.stringContaining("Set S3_BUCKET and its keys") });
    const wanted = { code: 0, errors: "" };
    const alone = await run("move", ["--files", "bucket"], withBucket);
    expect(alone).toMatchObject({ ...wanted, said: expect.stringContaining(`S3_BUCKET=${there.bucket.url}.`) });
    expect(alone.said).toContain("Verified: 1 file.");
    expect(await there.keys()).toEqual([key]);
    await rm(join(place.DATA_DIR, "files"), { recursive: true });

    const copy = join(folder, "copy.db");
    const locationOf = ({ DATA_DIR: dataDir, DATABASE_URL }: SettingsOfPlace): DeskLocation => {
      return { dataDir, databaseUrl: DATABASE_URL || null, bucket: there.bucket };
    };
    await backUp(locationOf(place), copy);
    expect(await readFile(join(`${copy}.files`, key), "utf8")).toBe("a logo");
    await there.putObject(key, "a lego"); // right length, wrong content
    expect((await backUp(locationOf(place), join(folder, "second.db"))).missing).toEqual([sha256]);
    expect((await restoreBackup(copy, locationOf(other))).missing).toEqual([]);

    const to = join(folder, "back");
    const back = ["--from", other.DATABASE_URL, "--to", `sqlite:${to}`, "--files", "folder"];
    expect(await run("move", back, other)).toMatchObject({
      ...wanted,
      said: expect.stringContaining("without S3_BUCKET."),
    });
    expect(await inFolder(to)).toBe("a logo");
    expect(await there.keys()).toEqual([key]); // the originals stay

    await there.takeDown();
    const away = await run("backup", [join(folder, "fourth.db")], withBucket);
    expect(away).toMatchObject({ code: 1, errors: expect.stringContaining("isn't responding (GET: ECONNREFUSED)") });
    expect(await readdir(folder)).not.toContain("fourth.db");
  });
});

describe("a desk of an older version on PostgreSQL", () => {
  test("keeps its rows when a restore fails midway, and the error says that it was upgraded", async () => {
    const { place, lastStep } = await anOlderPlace("postgres", true);
    await looking(place, (db) => sql`alter table task add constraint refused check (id < 0)`.execute(db));
    const restored = await run("restore", [full.copy, "--replace"], place);
    expect(restored.code).toBe(1);
    const [upgraded, failed, ...others] = restored.errors.split("\n");
    expect(upgraded).toMatch(/^taskdesk: the PostgreSQL database .* still has its old data, upgraded to this version/);
    expect(failed).toMatch(/^taskdesk: Rows of task couldn't be written.*refused/);
    expect(others).toEqual([]);
    expect(await lastStep()).not.toBe("0020-when-done");
    const names = await looking(place, (db) => db.selectFrom("user").select("name").execute());
    expect(names).toEqual([{ name: "Ada" }]);
  });
});

describe("failures to read or write are reported in one sentence and leave nothing behind:", () => {
  /** A folder with this much space; null if this account can't mount one. */
  async function aSmallDisk(bytes: number) {
    const small = await mkdtemp(join(folder, "small-"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", small], { stdio: "ignore" });
    } catch {
      return null;
    }
    drops.push(async () => execFileSync("umount", ["-l", small]));
    return small;
  }
  const aSentence = (...words: string[]) => ({
    code: 1,
    errors: expect.stringMatching(new RegExp(`^taskdesk: [^\\n]*${words.join("[^\\n]*")}[^\\n]*$`)),
  });

  test("a full disk", async (context) => {
    const small = await aSmallDisk(64 * 1024);
    if (!small) return context.skip();
    const place = await aFullPlace("sqlite");
    const restored = await run("restore", [full.copy], { DATA_DIR: small, DATABASE_URL: "" });
    expect(restored).toMatchObject(
      aSentence("couldn't be restored to the SQLite database in", "no space left", "free space"),
    );
    expect(await run("backup", [join(small, "copy.db")], place)).toMatchObject(aSentence("couldn't be written to"));
    const moved = await run("move", ["--from", "sqlite", "--to", `sqlite:${small}`], { DATA_DIR: place.DATA_DIR });
    expect(moved).toMatchObject(aSentence("database in", "space"));
    expect(await readdir(small)).not.toContain("copy.db");
  });

  test("files that can't be copied", async () => {
    const place = await aFullPlace("sqlite");
    const blocked = await anEmptyPlace("sqlite");
    await writeFile(join(blocked.DATA_DIR, "files"), "");
    const restored = await run("restore", [full.copy], blocked);
    expect(restored).toMatchObject(aSentence("couldn't be restored to the SQLite database in", "ENOTDIR"));
    expect(await readdir(blocked.DATA_DIR)).toEqual(["files"]);
    const to = ["--from", "sqlite", "--to", `sqlite:${blocked.DATA_DIR}`];
    const moved = await run("move", to, { DATA_DIR: place.DATA_DIR });
    expect(moved).toMatchObject(aSentence("couldn't be copied to the SQLite database in", "ENOTDIR"));
    expect(await readdir(blocked.DATA_DIR)).toEqual(["files"]);
  });

  test("a database to back up that doesn't respond", async () => {
    const port = await freePort();
    const away = { DATA_DIR: folder, DATABASE_URL: `postgres://desk:s3cret@127.0.0.1:${port}/desk` };
    const backup = await run("backup", [join(folder, "copy.db")], away);
    expect(backup).toMatchObject(aSentence(`Can't connect to PostgreSQL at 127.0.0.1:${port}`));
    expect(backup.errors).not.toMatch(/s3cret|couldn't be written/);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe.each(ENGINES)("npm run restore (%s)", (engine) => {
  test("replaces a desk only with --replace, and keeps a copy of its data", async () => {
    const place = await aFullPlace(engine);
    const copy = join(folder, "copy.db");
    expect((await run("backup", [copy], place)).code).toBe(0);
    await looking(place, (db) => aTask(db, { title: "Written after the copy" }));
    const after = await printOf(place);

    const refused = await run("restore", [copy], place);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("Add --replace to overwrite it") });
    expect(await printOf(place)).toEqual(after);
    const done = await run("restore", [copy, "--replace"], place);
    expect([done.code, done.errors]).toEqual([0, ""]);
    const titles = () => looking(place, (db) => db.selectFrom("task").select("title").execute());
    expect(await titles()).not.toContainEqual({ title: "Written after the copy" });

    const kept = /The previous data is in (\S+\.db)\./.exec(done.said)?.[1] ?? "";
    expect(kept).toContain(join(place.DATA_DIR, "backups", "before-restore-"));
    await nextSecond();
    expect((await run("restore", [kept, "--replace"], place)).code).toBe(0);
    expect(await titles()).toContainEqual({ title: "Written after the copy" });
    expect(withoutSessions(await printOf(place))).toEqual(withoutSessions(after));
  });
});

describe.each(ENGINES)("a backup that was damaged after it was made (%s)", (engine) => {
  /** A copy of the full desk's backup, to damage. */
  async function aCopy() {
    const copy = join(folder, "copy.db");
    await cp(full.copy, copy);
    await cp(`${full.copy}.files`, `${copy}.files`, { recursive: true });
    return copy;
  }

  /** Expects that a restore to this place is refused and changes nothing until the damage is accepted. */
  async function isRefused(copy: string, words: string, place: SettingsOfPlace, look: () => Promise<unknown>) {
    const before = await look();
    const refused = await run("restore", [copy, "--replace"], place);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(words) });
    expect(refused.errors).toContain("Nothing was changed.");
    expect(await look()).toEqual(before);
    await nextSecond();
    expect(await run("restore", [copy, "--replace", "--accept-damage"], place)).toMatchObject({
      code: 2,
      errors: expect.stringContaining(words),
      said: expect.stringContaining("Restored"),
    });
  }

  test("is refused for one changed character, which SQLite's own check doesn't detect", async () => {
    const copy = await aCopy();
    const db = connectSqlite(copy);
    await sql`update message set body = 'X' || substr(body, 2) where id = (select min(id) from message)`.execute(db);
    await db.destroy();
    const place = await aFullPlace(engine);
    await isRefused(copy, "message has different rows", place, () => printOf(place));
  });

  test("is refused for a damaged attached file", async () => {
    const copy = await aCopy();
    const { sha256 } = full;
    await writeFile(join(`${copy}.files`, sha256.slice(0, 2), sha256.slice(2, 4), sha256), "a lego");
    // A place that already has the intact file wouldn't need it from the backup.
    const place = await anEmptyPlace(engine);
    const look = async () => (await readdir(place.DATA_DIR)).filter((name) => name !== "files");
    await isRefused(copy, `1 attached file is missing or damaged, such as ${sha256}`, place, look);
  });
});

describe("npm run backup and restore", () => {
  const sumIn = (said: string) => /Verified: .+ \(checksum ([0-9a-f]{12})\), 1 file\./.exec(said)?.[1];

  test("print the same checksum", async () => {
    const [place, copy] = [await aFullPlace("sqlite"), join(folder, "copy.db")];
    const sum = sumIn((await run("backup", [copy], place, runUnbundled)).said);
    expect(sum).toBeDefined();
    for (const [engine, starts] of [
      ["sqlite", runUnbundled],
      ["postgres", runBundledCommand],
    ] as const) {
      expect(sumIn((await run("restore", [copy], await anEmptyPlace(engine), starts)).said)).toBe(sum);
    }
  });

  test("a killed backup can be run again under its name", async () => {
    const [place, copy] = [await aFullPlace("sqlite"), join(folder, "copy.db")];
    const gone = "0".repeat(64);
    await mkdir(join(`${copy}.files`, "incoming"), { recursive: true });
    await writeFile(join(`${copy}.files`, "incoming", "half"), "hal");
    await mkdir(join(`${copy}.files`, "00", "00"), { recursive: true });
    await writeFile(join(`${copy}.files`, "00", "00", gone), "of a task that is deleted by now");
    const pid = spawnSync("true").pid; // a process that has ended
    await writeFile(`${copy}.${pid}.unfinished`, "half");
    expect(await run("backup", [copy], place)).toMatchObject({ code: 0, errors: "" });
    expect((await readdir(folder)).filter((name) => name.startsWith("copy"))).toEqual(["copy.db", "copy.db.files"]);
    expect(existsSync(join(`${copy}.files`, "incoming"))).toBe(false);
    expect(existsSync(join(`${copy}.files`, "00", "00", gone))).toBe(false);
    expect((await run("restore", [copy], await anEmptyPlace("sqlite"))).code).toBe(0);
  });
});

describe("npm run restore", () => {
  test("refuses while the server runs", async () => {
    const server = await startServer("sqlite");
    const refused = await run("restore", [full.copy, "--replace"], server.sharedSettings);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("Stop the server") });
    await server.stop();
  });

  test("refuses a file that isn't a backup or is damaged, and leaves no trace", async () => {
    const place = await anEmptyPlace("sqlite");
    const file = join(folder, "some.db");
    expect((await run("restore", [file], place)).errors).toContain("There is no ");
    await writeFile(file, "hello ".repeat(1_000));
    expect((await run("restore", [file], place)).errors).toContain("it isn't a SQLite database, or it's damaged");

    const copy = join(folder, "copy.db");
    const whole = await readFile(full.copy);
    await writeFile(copy, whole);
    await writeFile(file, whole.subarray(0, whole.length / 2));
    expect(await run("restore", [file], place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("isn't a usable backup"),
    });

    const newer = connectSqlite(copy);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2031')`.execute(newer);
    await newer.destroy();
    expect((await run("restore", [copy], place)).errors).toContain("made by a newer Taskdesk");
    expect(await readdir(place.DATA_DIR)).toEqual([]);
    expect((await run("restore", ["a", "b"], place)).errors).toContain("npm run restore -- FILE [--replace]");
  });

  test("moves an unreadable database out of the way", async () => {
    const place = await aFullPlace("sqlite");
    const wanted = withoutSessions(await printOf(place));
    await writeFile(join(place.DATA_DIR, "taskdesk.db"), "hello ".repeat(1_000));
    expect((await run("restore", [full.copy], place)).errors).toContain("A damaged database already exists");
    const done = await run("restore", [full.copy, "--replace"], place);
    expect([done.code, done.errors]).toEqual([0, ""]);
    expect(withoutSessions(await printOf(place))).toEqual(wanted);
    const [kept = ""] = await readdir(join(place.DATA_DIR, "backups"));
    expect(await readFile(join(place.DATA_DIR, "backups", kept), "utf8")).toContain("hello");
  });

  test("restores the backup of an older version", async () => {
    const { place: older } = await anOlderPlace("sqlite", true);
    const copy = join(folder, "copy.db");
    expect((await run("backup", [copy], older)).code).toBe(0);
    for (const engine of ENGINES) {
      const place = await anEmptyPlace(engine);
      const done = await run("restore", [copy], place);
      expect([done.code, done.errors]).toEqual([0, ""]);
      await looking(place, async (db) => expect(await db.selectFrom("site").selectAll().execute()).toEqual([]));
      await looking(place, async (db) => expect(await db.selectFrom("user").select("name").execute()).toHaveLength(1));
    }
  });
});
