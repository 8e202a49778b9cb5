import { request } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anAgent, aRequester, aTask } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

let server: TestServer;
let cookie: string;
let task: { id: number };
beforeAll(async () => {
  server = await startServer();
  cookie = await cookieOf(server.db, await anAgent(server.db));
  task = await aTask(server.db, { title: "Printer" });
});
afterAll(() => server.stop());

async function ask(path: string, headers: Record<string, string> = { cookie }) {
  const answer = await fetch(server.origin + path.replace("{id}", String(task.id)), { headers, redirect: "manual" });
  return { status: answer.status, type: answer.headers.get("Content-Type"), text: await answer.text() };
}

describe("behaviour 3, 9 and 10: product routes", () => {
  test.each([
    ["/", "Home"],
    ["/search", "Search"],
    ["/tasks", "Tasks"],
    ["/tasks/new", "New task"],
    ["/tasks/{id}", "Printer"],
    ["/users", "People"],
  ])("%s is a page in the layout with the sidebar", async (path, title) => {
    const { status, text } = await ask(path);
    expect(status).toBe(200);
    expect(text).toMatch(/<nav [^>]*aria-label="Main"/);
    expect(text).toMatch(new RegExp(`<title>[^<]*${title} \\| Localhost</title>`));
  });

  test("call tasks requests for a requester, in the menu and on the page", async () => {
    const { text } = await ask("/tasks", { cookie: await cookieOf(server.db, await aRequester(server.db)) });
    expect(text).toMatch(/<title>Requests \| Localhost<\/title>/);
    expect(text).toContain("<h1>Requests</h1>");
    expect(text).not.toMatch(/<span>Tasks<\/span>/);
  });

  test("/login has its own layout without the sidebar", async () => {
    const { status, text } = await ask("/login", {});
    expect(status).toBe(200);
    expect(text).toContain("<title>Sign in | Localhost</title>");
    expect(text).not.toContain("<nav");
  });

  test("/healthz answers ok to a visitor without a session", async () => {
    expect(await ask("/healthz", {})).toEqual({ status: 200, type: "text/plain; charset=utf-8", text: "ok\n" });
  });

  test("/readyz reports each check as JSON to anyone, and 503 while migrations are pending", async () => {
    const { status, type, text } = await ask("/readyz", {});
    expect([status, type]).toEqual([200, expect.stringContaining("application/json")]);
    const ready = { status: "ready", database: "ok", migrations: "ok", disk: "ok", files: "ok", mail: "ok" };
    expect(JSON.parse(text)).toEqual(ready);

    await sql`update kysely_migration set name = '9999-later' where name = '0001-desk'`.execute(server.db);
    const refused = await ask("/readyz", {});
    await sql`update kysely_migration set name = '0001-desk' where name = '9999-later'`.execute(server.db);
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text)).toEqual({
      status: "not ready",
      database: "ok",
      migrations: "pending",
      disk: "ok",
      files: "ok",
      mail: "ok",
    });
  });

  test.each(["/login", "/", "/tasks/{id}", "/nope"])(
    "%s has lang=en, a manifest link, a loading bar and a toast region",
    async (path) => {
      const { text } = await ask(path, path === "/login" ? {} : undefined);
      expect(text).toContain('<html lang="en">');
      expect(text).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
      expect(text).toMatch(
        /<\/div><div class="loading-bar"[^>]*><\/div><section class="toaster" aria-label="Notifications"/,
      );
    },
  );
});

/** Requests a path byte for byte; `fetch` would normalise it. */
const askExactly = (path: string, headers: Record<string, string>, method = "GET") =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) =>
    request(server.origin, { path, headers: { cookie, ...headers }, method }, async (answer) => {
      let text = "";
      for await (const chunk of answer.setEncoding("utf8")) text += chunk;
      resolve({ status: answer.statusCode, text });
    })
      .on("error", reject)
      .end(),
  );

/** Each is spelled differently after a query is parsed and serialised again. */
const AS_SENT = ["?x=a%20b", "?x", "?", "?x=:/", "?x='", "?x=a+b&&y=%c3%a4", "?index", "?index=&x=1", "?_routes=x"];

describe("behaviour 4.1: the two 404s", () => {
  test.each([...AS_SENT.map((query) => `/nope${query}`), "/%E0%A4%A", "/nope/", "/a%2fb/é".replace("é", "%C3%A9")])(
    "name the address as it was sent: %s",
    async (path) => {
      const json = { accept: "application/json" };
      const [where, query = ""] = path.split(/(\?.*)/s);
      const message = `Page not found: ${path}`;
      const page = await askExactly(path, {});
      expect(page.text).toContain(`>${message.replaceAll("&", "&amp;").replaceAll("'", "&#x27;")}<`);
      for (const asked of [path, `/api${path}`]) {
        const { status, text } = await askExactly(asked, json);
        expect([status, JSON.parse(text)]).toMatchObject([404, { url: asked, message: `Page not found: ${asked}` }]);
      }
      const missing = `/tasks/987654/_payload.json${query}`;
      expect(JSON.parse((await askExactly(missing, {})).text)).toMatchObject({
        url: missing,
        message: `Page Not Found: /tasks/987654${query}`,
      });
      if (where?.endsWith("/") || query === "?_routes=x" || path.includes("%E0")) return; // no router data requests
      const sent = query ? `${query}&_routes=root,routes%2F_app.$` : "?_routes=root,routes%2F_app.$";
      expect(JSON.parse((await askExactly(`${where}.data${sent}`, {})).text)).toContain(message);
    },
  );

  test.each([
    ["/tasks/987654?a=1&b=<i>", "Page Not Found: /tasks/987654?a=1&amp;b=%3Ci%3E"],
    ["/users/987654", "Page Not Found: /users/987654"],
    ["/nope?a=1&b=<i>", "Page not found: /nope?a=1&amp;b=%3Ci%3E"],
    ["/tasks/1/nope", "Page not found: /tasks/1/nope"],
  ])("%s", async (path, message) => {
    const { status, text } = await ask(path);
    expect(status).toBe(404);
    expect(text).toContain(`>${message}<`);
    expect(text).toContain("<h1>Page Not Found</h1>");
    expect(text).toContain("<title>404 - Page Not Found | Localhost</title>");
  });

  test.each([
    ["/tasks/987654?a=1", { accept: "application/json" }, "/tasks/987654?a=1", "Page Not Found: /tasks/987654?a=1"],
    ["/nope", { accept: "application/json" }, "/nope", "Page not found: /nope"],
    ["/nope.json", {}, "/nope.json", "Page not found: /nope.json"],
    ["/api/nope", {}, "/api/nope", "Page not found: /api/nope"],
    ["/tasks/987654/_payload.json", {}, "/tasks/987654/_payload.json", "Page Not Found: /tasks/987654"],
  ])("behaviour 4.3: %s with %j gets JSON", async (path, headers, url, message) => {
    const { status, type, text } = await ask(path, { cookie, ...headers });
    expect([status, type]).toEqual([404, "application/json; charset=utf-8"]);
    expect(JSON.parse(text)).toEqual({ url, statusCode: 404, statusMessage: "Not Found", message });
  });
});
