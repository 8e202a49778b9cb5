import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectPostgres, connectSqlite } from "~/db/connect.server";
import { migrateToLatest } from "~/db/migrate.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { planWakeUp } from "~/features/tasks/status/wake-task.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { openForm } from "../support/composer";
import { openDesk, stopWaitingForScripts } from "../support/desk";
import { aKey, anAdmin, anAgent, aTask } from "../support/factories";
import { freePort } from "../support/free-port";
import { aPostgres } from "../support/postgres";
import { allRoutes } from "../support/routes";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

/** Escapes apostrophes the way the server's HTML does. */
const inHtml = (text: string) => text.replaceAll("'", "&#x27;");

const AWAY = "The database isn't responding. Taskdesk reconnects on its own, so try again in a moment.";
const AWAY_SENT =
  "The database isn't responding, so your changes may not have been saved. Go back and send them again; nothing will be saved twice.";
const WORDS = "The fuser of the third printer is worn out.";
const OTHER_WORDS = "A new one is on its way.";

describe("a PostgreSQL outage", () => {
  const { newPage } = openDesk(); // for its browser; the desk under test is another one
  let folder: string;
  let postgres: Awaited<ReturnType<typeof aPostgres>>;
  let server: TestServer;
  let url: string;
  let agent: Viewer;
  let task: number;
  let cookie: string;

  /** Runs `work` on its own connection: long-lived ones would each have to handle the server's end. */
  async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const db = connectPostgres(url);
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "taskdesk-away-"));
    await chmod(folder, 0o755);
    const port = await freePort();
    postgres = await aPostgres({ databaseDir: join(folder, "postgres"), port, persistent: true });
    await postgres.initialise();
    await postgres.start();
    url = `postgres://desk:desk@localhost:${port}/postgres`;
    await inDatabase(async (db) => {
      await migrateToLatest(db);
      agent = await anAgent(db);
      task = (await aTask(db, { title: "Printer on fire" })).id;
      cookie = await cookieOf(db, agent);
    });
    server = await startServer("postgres", { DATABASE_URL: url });
  });
  afterAll(async () => {
    await server.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const signedIn = async (javaScriptEnabled: boolean) => {
    const page = await newPage(undefined, { baseURL: server.origin, javaScriptEnabled });
    const [name = "", value = ""] = cookie.split("=");
    await page.context().addCookies([{ name, value, url: server.origin }]);
    await page.goto(`${server.origin}/tasks/${task}`);
    return page;
  };
  const note = (fields: Record<string, string>, accept = "text/html") =>
    fetch(`${server.origin}/tasks/${task}`, {
      method: "POST",
      headers: { cookie, accept },
      body: new URLSearchParams({ form: "note", ...fields }),
      redirect: "manual",
    });

  test("every page and form answers 503 and keeps typed text; the desk reconnects on its own", async () => {
    const [scripted, plain] = [await signedIn(true), await signedIn(false)];
    const lists = [await signedIn(true), await signedIn(false)];
    for (const page of [scripted, plain]) {
      await openForm(page, "Internal note");
      await page.getByRole("form", { name: "Internal note" }).getByRole("textbox").first().fill(WORDS);
    }
    await inDatabase(async (db) => {
      const until = Date.now() + 500; // due during the outage
      await inTransaction(db, async (tx) => {
        await tx.updateTable("task").set({ status: "on_hold", snoozed_until: until }).where("id", "=", task).execute();
        await planWakeUp(tx, task, until, until);
      });
    });
    await postgres.stop();

    // A page
    const page = await fetch(`${server.origin}/tasks`, { headers: { cookie, accept: "text/html" } });
    expect([page.status, page.headers.get("Retry-After"), page.headers.get("Cache-Control")]).toEqual([
      ...[503, "5", "private, no-store"],
    ]);
    const html = await page.text();
    expect(html).toContain(inHtml(AWAY));
    expect(html).toContain("<title>503 - Service Unavailable | Localhost</title>");
    expect(html).not.toMatch(/\bECONN|postgres|5432|stack/i);
    // Data
    for (const path of ["/tasks/_payload.json", "/api/auth/session"]) {
      const data = await fetch(server.origin + path, { headers: { cookie } });
      expect([data.status, data.headers.get("Retry-After")], path).toEqual([503, "5"]);
      expect(await data.json()).toMatchObject({ statusCode: 503, message: AWAY });
    }
    // A form, and another form's button
    const requestKey = aKey();
    const refused = await note({ note: OTHER_WORDS, requestKey });
    expect(refused.status).toBe(503);
    const shown = await refused.text();
    expect(shown).toContain(inHtml(AWAY_SENT));
    expect(shown).toMatch(new RegExp(`<textarea[^>]* name="written"[^>]*>${OTHER_WORDS}</textarea>`));
    const pressed = await fetch(`${server.origin}/tasks/${task}/mute`, { method: "POST", headers: { cookie } });
    expect([pressed.status, await pressed.text()]).toEqual([503, AWAY_SENT]);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);

    // In a browser
    await plain.getByRole("button", { name: "Add note" }).click();
    await plain.getByRole("heading", { level: 1, name: "Service Unavailable" }).waitFor();
    expect(await plain.getByLabel("Your text").inputValue()).toBe(WORDS);
    await scripted.getByRole("button", { name: "Add note" }).click();
    await scripted.getByText("What you typed is still here.").waitFor();
    const field = scripted.getByRole("form", { name: "Internal note" }).getByRole("textbox").first();
    expect(await field.inputValue()).toBe(WORDS);

    for (const list of lists) {
      await stopWaitingForScripts(list); // the error page never learns of a session
      expect((await list.goto(`${server.origin}/tasks?q=printer`))?.status()).toBe(503);
      await list.getByRole("heading", { level: 1, name: "Service Unavailable" }).waitFor();
      const again = list.getByRole("link", { name: "Try again" });
      expect(await again.getAttribute("href")).toBe("/tasks?q=printer");
    }
    expect(await plain.getByRole("link", { name: "Try again" }).count()).toBe(0); // it would lose the text

    await postgres.start();
    await expect
      .poll(async () => (await fetch(`${server.origin}/tasks`, { headers: { cookie }, redirect: "manual" })).status)
      .toBe(200);
    for (const list of lists) {
      await list.getByRole("link", { name: "Try again" }).click();
      await list.getByRole("table", { name: "Tasks" }).waitFor();
    }
    await scripted.getByRole("button", { name: "Add note" }).click();
    await expect.poll(() => field.inputValue()).toBe("");
    expect((await note({ note: OTHER_WORDS, requestKey })).status).toBe(302);
    expect((await note({ note: OTHER_WORDS, requestKey })).status).toBe(302); // a repeat saves nothing twice
    const notes = () =>
      inDatabase((db) => db.selectFrom("message").select("body").where("kind", "=", "internal").execute());
    expect((await notes()).map(({ body }) => body).sort()).toEqual([OTHER_WORDS, WORDS]);
    const snooze = () =>
      inDatabase((db) =>
        db.selectFrom("task").select("snoozed_until").where("id", "=", task).executeTakeFirstOrThrow(),
      );
    await expect.poll(async () => (await snooze()).snoozed_until).toBeNull();
    const jobs = server
      .output()
      .split("\n")
      .filter((line) => line.includes("A job failed"));
    expect(jobs.length).toBeLessThanOrEqual(1);
    expect(server.output()).not.toContain("should not");
  });

  test("a statement that takes too long answers 503 with a message", async () => {
    const short = await startServer("postgres", { DATABASE_URL: url, DATABASE_TIMEOUT_SECONDS: "2" });
    try {
      let answer: Response | undefined;
      await inDatabase((db) =>
        inTransaction(db, async (tx) => {
          await sql`lock table task in access exclusive mode`.execute(tx);
          answer = await fetch(`${short.origin}/tasks/${task}`, { headers: { cookie, accept: "text/html" } });
        }),
      );
      expect(answer?.status).toBe(503);
      expect(await answer?.text()).toContain("The database is busy with another change. Nothing you sent was saved.");
    } finally {
      await short.stop();
    }
  });
});

describe("a SQLite database locked by another connection", () => {
  const { server } = openDesk();

  test("serves every page meanwhile, and saves waiting forms once the lock is released", async () => {
    const admin = await anAdmin(server.db);
    const { id } = await aTask(server.db, { title: "Printer on fire" });
    const cookie = await cookieOf(server.db, admin);
    const expiresSoon = { expires_at: Date.now() + 5 * DAY_MS }; // the next page would renew the session
    await server.db.updateTable("session").set(expiresSoon).execute();
    const other = new SqliteDatabase(join(server.dataDir, "taskdesk.db"));
    const order: string[] = [];
    const read = async (address: string) => {
      const { status } = await fetch(`${server.origin}${address}`, { headers: { cookie } });
      expect(status, address).toBe(200);
      order.push("read");
    };

    other.exec("begin immediate");
    const notes = [1, 2, 3, 4].map(async (n) => {
      const { status } = await fetch(`${server.origin}/tasks/${id}`, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams({ form: "note", note: `Note ${n}`, requestKey: aKey() }),
        redirect: "manual",
      });
      order.push(`saved ${status}`);
    });
    for (const address of ["/healthz", "/readyz", `/tasks/${id}`]) await read(address);
    other.exec("rollback");
    await Promise.all(notes);
    expect(order).toEqual(["read", "read", "read", "saved 302", "saved 302", "saved 302", "saved 302"]);
    const saved = await server.db.selectFrom("message").select("body").where("body", "like", "Note %").execute();
    expect(saved).toHaveLength(4);

    other.exec("begin immediate");
    const pages = allRoutes().filter(({ isPage, pattern }) => isPage && !/[:*]/.test(pattern));
    for (const { pattern } of pages) if (pattern !== "/tasks/bulk") await read(pattern); // only answers a form
    other.exec("rollback");
    other.close();
  });

  test("answers 503 with the typed text once the lock lasts too long", async () => {
    const agent = await anAgent(server.db);
    const { id } = await aTask(server.db);
    const cookie = await cookieOf(server.db, agent);
    const other = connectSqlite(join(server.dataDir, "taskdesk.db"));
    let answer: Response | undefined;
    await inTransaction(other, async (tx) => {
      await tx.insertInto("team").values({ name: "Held", is_default: 0 }).execute();
      answer = await fetch(`${server.origin}/tasks/${id}`, {
        method: "POST",
        headers: { cookie, accept: "text/html" },
        body: new URLSearchParams({ form: "note", note: WORDS, requestKey: aKey() }),
      });
    });
    await other.destroy();
    expect(answer?.status).toBe(503);
    const page = await answer?.text();
    expect(page).toContain("The database is busy with another change. Nothing you sent was saved.");
    expect(page).toContain(`>${WORDS}</textarea>`);
  });
});
