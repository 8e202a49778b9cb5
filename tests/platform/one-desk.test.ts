import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { countFailure } from "~/features/auth/sign-in-limits.server";
import { saveSite } from "~/features/branding/sites.server";
import { createEntry, editEntry } from "~/features/catalogue/entries.server";
import { NEW_STATUS } from "~/features/catalogue/statuses";
import { STATUSES } from "~/features/catalogue/statuses.server";
import { readCatalogue, resetCatalogue } from "~/features/tasks/catalogue.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../support/database";
import { aKey, anAdmin, anAgent, aTask, disableUser } from "../support/factories";
import { aFileStore } from "../support/files";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

afterEach(resetCatalogue); // other files share this process

/*
 * State that a process caches between requests (statuses, types, sites) or could cache (sessions, failed sign-ins).
 * After one process changes it, the others see the change at their next request. Here, the test's own process makes the
 * change.
 */

describe.each(ENGINES)("a change in one process reaches the others at once (%s)", (engine) => {
  let servers: TestServer[];
  let admin: Viewer;
  let cookie: string;
  beforeAll(async () => {
    const one = await startServer(engine);
    servers = [one, await startServer(engine, one.sharedSettings)];
    admin = await anAdmin(one.db);
    cookie = await cookieOf(one.db, admin);
  });
  // All servers use the first one's database, so it stops last.
  afterAll(async () => {
    for (const server of [...servers].reverse()) await server.stop();
  });

  const fromEach = (path: string, headers: Record<string, string> = { cookie }) =>
    Promise.all(
      servers.map(async ({ origin }) => {
        const answer = await fetch(origin + path, { headers, redirect: "manual" });
        return { status: answer.status, text: await answer.text() };
      }),
    );
  const db = () => (servers[0] as TestServer).db;

  test("statuses", async () => {
    const fields = { ...NEW_STATUS, name: "Parked", requesterName: "Parked", category: "waiting" as const };
    expect(await createEntry(db(), admin, STATUSES, { requestKey: aKey(), key: "", fields }, Date.now())).toEqual({
      ok: true,
    });
    await readCatalogue(db()); // this process has to reload it like any other
    const { id } = await aTask(db(), { status: "parked" });
    for (const { text } of await fromEach(`/tasks/${id}`)) expect(text).toContain("Parked");
    const mine = { ...fields, name: "At the harbour" };
    const change = { key: "parked", was: fields, mine };
    expect(await editEntry(db(), admin, STATUSES, change, Date.now())).toEqual({ ok: true });
    for (const { text } of await fromEach(`/tasks/${id}`)) expect(text).toContain("At the harbour");
  });

  test("sites, for signed-in and signed-out users", async () => {
    const paths: [string, Record<string, string>][] = [
      ["/login", {}],
      ["/", { cookie }],
    ];
    for (const [path, headers] of paths)
      for (const { text } of await fromEach(path, headers)) expect(text).toContain(" | Localhost</title>");
    const { store } = await aFileStore();
    const site = { requestKey: aKey(), host: "localhost", version: 0, name: "Harbour", colour: "", logo: undefined };
    expect(await saveSite(db(), store, admin, site, Date.now())).toEqual({ ok: true });
    for (const [path, headers] of paths)
      for (const { text } of await fromEach(path, headers)) expect(text).toContain(" | Harbour</title>");
  });

  test("sessions", async () => {
    const leaving = await anAgent(db());
    const headers = { cookie: await cookieOf(db(), leaving) };
    expect((await fromEach("/tasks", headers)).map(({ status }) => status)).toEqual([200, 200]);
    await disableUser(db(), leaving);
    expect((await fromEach("/tasks", headers)).map(({ status }) => status)).toEqual([302, 302]);
  });

  test("failed sign-ins", async () => {
    const login = "nobody@example.org";
    for (let n = 0; n < 10; n++) await countFailure(db(), { login, address: "203.0.113.9" });
    for (const [n, { origin }] of servers.entries()) {
      const asked = await fetch(`${origin}/api/auth/csrf`);
      const { csrfToken } = (await asked.json()) as { csrfToken: string };
      const csrf = asked.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      const body = new URLSearchParams({ csrfToken, email: login, password: "wrong", json: "true" });
      const since = Date.now();
      await fetch(`${origin}/api/auth/callback/credentials`, { method: "POST", body, headers: { cookie: csrf } });
      expect(Date.now() - since).toBeGreaterThanOrEqual(1_000 * 2 ** n); // each further failure doubles it
    }
  });
});
