import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/types";
import { freshDatabase } from "../support/database";
import { aKey, anAgent, aTask } from "../support/factories";
import { freePort } from "../support/free-port";
import { cookieOf } from "../support/session";

describe("remix-serve build/index.js", () => {
  let [origin, cookie] = ["", ""];
  let db: Db;
  let server: ChildProcess;
  let drop: () => Promise<unknown>;

  beforeAll(async () => {
    const fresh = await freshDatabase("sqlite");
    ({ db, drop } = fresh);
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        PORT: String(port),
        HOST: "127.0.0.1",
        DATA_DIR: fresh.folder,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await once(server.stdout as Readable, "data");
    expect(String(said)).toContain(`[remix-serve] http://localhost:${port}`);
    cookie = await cookieOf(db, await anAgent(db));
  });
  afterAll(async () => {
    server.kill("SIGKILL");
    await drop();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(origin + path, { headers, redirect: "manual" });

  test("serves pages, their data and payloads, files and the login page", async () => {
    const { id } = await aTask(db, { title: "Printer on fire" });
    for (const path of [`/tasks/${id}`, `/tasks/${id}.data`, `/tasks/${id}/_payload.json`, "/tasks"]) {
      const answer = await get(path, { cookie });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text(), path).toContain("Printer on fire");
    }
    const login = await (await get("/login")).text();
    const [sheet = ""] = /\/build\/_assets\/app-[\w-]+\.css/.exec(login) ?? [];
    expect((await get(sheet)).headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });

  test("requires a session for every kind of request", async () => {
    expect((await get("/tasks")).headers.get("Location")).toBe("/login");
    expect((await get("/tasks/_payload.json")).headers.get("Location")).toBe("/login");
    expect((await get("/api/drafts")).status).toBe(401);
    expect((await get("/uploads")).status).toBeGreaterThanOrEqual(300);
    for (const path of [
      "/tasks.data",
      "/tasks.data?_routes=routes/_app.tasks._index",
      "/tasks?_data=routes/_app.tasks._index",
    ])
      expect(await (await get(path)).text(), path).not.toContain("Printer on fire");
  });

  test("sends security headers with documents, data and errors", async () => {
    for (const path of ["/login", "/tasks", "/nope", "/tasks.data", "/api/auth/session"]) {
      const { headers } = await get(path, { cookie });
      expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
      expect(headers.get("Content-Security-Policy"), path).toContain("frame-ancestors 'none'");
      expect(headers.get("X-Request-Id"), path).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await get("/tasks", { cookie })).headers.get("Cache-Control")).toBe("private, no-store");
  });

  test("rejects forms from another site and forms that are too large", async () => {
    const post = (headers: Record<string, string>, title: string) =>
      fetch(`${origin}/tasks/new`, {
        method: "POST",
        headers: { cookie, ...headers },
        body: new URLSearchParams({ requestKey: aKey(), title, body: "It smells." }),
        redirect: "manual",
      });
    expect((await post({ origin: "https://evil.example" }, "stolen")).status).toBeGreaterThanOrEqual(400);
    expect((await post({ "sec-fetch-site": "cross-site" }, "stolen")).status).toBe(403);
    expect((await post({ origin }, "x".repeat(1024 * 1024))).status).toBe(413);
    expect((await post({ origin }, "The sink drips")).status).toBe(302);
    const titles = await db
      .selectFrom("task")
      .select("title")
      .where("title", "in", ["stolen", "The sink drips"])
      .execute();
    expect(titles).toEqual([{ title: "The sink drips" }]);
  });

  test("ends within two seconds", async () => {
    const ended = once(server, "close");
    const at = performance.now();
    server.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    expect(performance.now() - at).toBeLessThan(2_000);
  });
});
