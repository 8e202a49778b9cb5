import { connect } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser } from "~/features/users/user-queries.server";
import { aTask } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

const NOW = Date.UTC(2026, 2, 1, 9);

type TaskPayload = { data: Record<"routes/_app.tasks.$id", { task: { title: string } }> };

async function anAdmin({ db }: TestServer) {
  const made = await createUser(
    db,
    { name: "Ada", email: `ada-${crypto.randomUUID()}@example.org`, role: "admin" },
    NOW,
  );
  if (!made.ok) throw new Error(made.why);
  return made;
}

/** Sends raw bytes, which `fetch` would not, and returns everything that comes back. */
function sendRaw(origin: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

const get = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers, redirect: "manual" });

describe("the HTTP server", () => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startServer();
    cookie = await cookieOf(server.db, await anAdmin(server));
  });
  afterAll(() => server.stop());

  const FOR_DOCUMENTS = ["Referrer-Policy", "Permissions-Policy", "Cross-Origin-Opener-Policy"];

  test.each(["/login", "/", "/nope", "/build/nope.js"])("sends document headers with %s", async (path) => {
    const { headers } = await get(server, path);
    const policies = FOR_DOCUMENTS.map((name) => headers.get(name));
    expect(policies).toEqual(["same-origin", expect.stringContaining("camera=()"), "same-origin"]);
  });

  test.each(["/api/auth/session", "/builds/latest.json", "/login.data"])(
    "omits document headers from data: %s",
    async (path) => {
      const { headers } = await get(server, path);
      expect(FOR_DOCUMENTS.map((name) => headers.get(name))).toEqual([null, null, null]);
      expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    },
  );

  test("serves a page, its data and a payload without a Node warning", async () => {
    const cookie = await cookieOf(server.db, await anAdmin(server));
    const headers = { cookie, "accept-encoding": "br" };
    for (const path of ["/tasks", "/tasks.data", "/tasks/_payload.json"])
      expect((await get(server, path, headers)).status, path).toBe(200);
    expect(server.output()).not.toContain("Warning");
  });

  test("omits document headers from empty responses", async () => {
    const { id } = await aTask(server.db);
    const answer = await fetch(`${server.origin}/tasks/${id}/seen`, {
      method: "POST",
      headers: { cookie, Accept: "application/json" },
      body: new URLSearchParams({ until: "1" }),
    });
    expect(answer.status).toBe(204);
    expect(FOR_DOCUMENTS.map((name) => answer.headers.get(name))).toEqual([null, null, null]);
    expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test.each(["/login", "/", "/nope", "/api/auth/session", "/build/nope.js", "/builds/latest.json", "/login.data"])(
    "sends security headers with %s",
    async (path) => {
      const { headers } = await get(server, path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
      expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
      const policy = headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
      expect(headers.get("X-Powered-By")).toBeNull();
      expect(headers.get("Strict-Transport-Security")).toBeNull();
    },
  );

  test.each(["/%5C", "//%5c", "/%5C%5C", "/%5Cevil.example/a", "/%09%5C", "/%0A/%5B", "/%5C?a=%5C", "/%5C.data"])(
    "returns 404 for %s, which decodes to another host",
    async (path) => {
      expect((await get(server, path, { cookie })).status).toBe(404);
      expect((await get(server, path)).headers.get("Location")).toBe("/login");
    },
  );

  test("returns empty data for unknown routes", async () => {
    for (const routes of ["", "nope", "routes/_app"]) {
      for (const path of ["/", "/tasks/1", "/nope"]) {
        const answer = await get(server, `${path === "/" ? "/_root" : path}.data?_routes=${routes}`);
        expect(await answer.text(), `${path} ${routes}`).toBe("[{}]\n");
      }
    }
  });

  test.each(["/tasks", "/tasks.data", "/nope.data", "/tasks/_payload.json", "/users"])(
    "keeps %s out of shared caches, with and without a session (behaviour 13, 18)",
    async (path) => {
      for (const headers of [{ cookie }, undefined]) {
        expect((await get(server, path, headers)).headers.get("Cache-Control")).toBe("private, no-store");
      }
    },
  );

  test("sends a single doctype at the start of a document", async () => {
    for (const path of ["/login", "/tasks", "/nope"]) {
      const html = await (await get(server, path, { cookie })).text();
      if (path !== "/login") expect(html, path).toMatch(/^<!DOCTYPE html><html lang="en"/);
      expect(html.match(/<!doctype/gi)?.length ?? 0, path).toBeLessThanOrEqual(1);
    }
  });

  test("gives each document its own nonce and puts it on every script", async () => {
    const pages = [await get(server, "/", { cookie }), await get(server, "/", { cookie })];
    const nonces = pages.map((page) => /'nonce-([^']+)'/.exec(page.headers.get("Content-Security-Policy") ?? "")?.[1]);
    expect(new Set(nonces).size).toBe(2);
    const html = (await pages[0]?.text()) ?? "";
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonces[0]}"`);
  });

  test.each(["/tasks/new", "/tasks/new.data", "/api/auth/signout", "/nope"])(
    "refuses a form from another site at %s",
    async (path) => {
      const answer = await fetch(server.origin + path, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin: "https://evil.example" },
        body: new URLSearchParams({ title: "stolen" }),
      });
      expect(answer.status).toBe(403);
    },
  );

  test("refuses an opaque origin, as sent by a sandboxed frame", async () => {
    const init = { method: "POST", headers: { cookie, origin: "null" }, body: new URLSearchParams() };
    expect((await fetch(`${server.origin}/tasks/new`, init)).status).toBe(403);
  });

  test.each(["cross-site", "same-site"])("refuses a form without an origin that the browser marks %s", async (site) => {
    const init = { method: "POST", headers: { cookie, "sec-fetch-site": site }, body: new URLSearchParams() };
    expect((await fetch(`${server.origin}/tasks/new`, init)).status).toBe(403);
  });

  test("refuses a body over the limit, with and without a stated length", async () => {
    const body = `title=${"x".repeat(1024 * 1024)}`;
    const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
    const stated = await fetch(`${server.origin}/tasks/new`, { method: "POST", headers, body });
    expect(stated.status).toBe(413);
    expect(await stated.text()).toContain("That form is too large");

    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(body));
        controller.close();
      },
    });
    const init = { method: "POST", headers, body: chunked, duplex: "half" } as RequestInit;
    expect((await fetch(`${server.origin}/tasks/new`, init)).status).toBe(413);
  });

  test("keeps serving a connection after an unwanted body", async () => {
    const head = `POST /nope HTTP/1.1\r\nHost: desk\r\nContent-Type: text/plain\r\nContent-Length: 2000000\r\n\r\n`;
    const next = "GET /login HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n";
    const answers = await sendRaw(server.origin, head + "x".repeat(2_000_000) + next);
    expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 302", "HTTP/1.1 200"]);
  });

  test.each(["/tasks?_data=routes%2F_app.tasks._index", "/?%5Fdata=root", "/nope?a=1&_data=root"])(
    "refuses the single-loader parameter: %s",
    async (path) => {
      const answer = await get(server, path, { cookie });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("<title>400 - Bad Request | Localhost</title>");
      const posted = await fetch(server.origin + path, {
        method: "POST",
        headers: { cookie },
        body: "",
        redirect: "manual",
      });
      expect([400, 405]).toContain(posted.status); // 405 where a page takes no form
    },
  );

  test("refuses the single-loader parameter on public pages, too", async () => {
    expect((await get(server, "/login?a=1&_data=root")).status).toBe(400);
    expect((await get(server, "/api/auth/session?_data=root")).status).toBe(400);
  });

  test.each([
    ["an invalid host", "GET / HTTP/1.1\r\nHost: bad host!\r\nConnection: close\r\n\r\n"],
    ["no host, as HTTP/1.0 allows", "GET / HTTP/1.0\r\n\r\n"],
    ["a port above 65535", "GET / HTTP/1.1\r\nHost: desk:99999999\r\nConnection: close\r\n\r\n"],
    [
      "a forwarded port above 65535",
      "GET / HTTP/1.1\r\nHost: desk\r\nX-Forwarded-Host: a:99999999\r\nConnection: close\r\n\r\n",
    ],
    ["an absolute URL", "GET http://elsewhere:99999999/ HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n"],
    ["a path of only slashes", "GET //// HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n"],
    ["a truncated percent-encoding", "GET /tasks/%E0%A4%A HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n"],
    ["a TRACE request", "TRACE /tasks HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n"],
    ["an OPTIONS request for *", "OPTIONS * HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n"],
  ])("survives %s", async (_, text) => {
    expect(await sendRaw(server.origin, text)).toMatch(/^HTTP\/1\.1 [234]\d\d/);
  });

  test.each([
    ["no host", ""],
    ["two hosts", "Host: desk\r\nHost: evil.example\r\n"],
    ["the same host twice", "Host: desk\r\nHost: desk\r\n"],
    ["an invalid host", "Host: desk/evil.example\r\n"],
    ["a port above 65535", "Host: desk:99999999\r\n"],
  ])("refuses HTTP/1.1 with %s", async (_, host) => {
    expect(await sendRaw(server.origin, `GET /login HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });

  test("serves other clients during thousands of requests on one connection", async () => {
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    let answered = 0;
    socket.on("data", (chunk) => {
      answered += String(chunk).match(/HTTP\/1\.1 200/g)?.length ?? 0;
    });
    socket.write(`GET /login HTTP/1.1\r\nHost: desk\r\n\r\n`.repeat(3_000));
    await expect.poll(() => answered).toBeGreaterThan(0);
    expect((await get(server, "/healthz")).status).toBe(200);
    expect(answered).toBeLessThan(1_500);
    socket.destroy();
  });

  test("returns 404 for a path that isn't UTF-8 and logs nothing but its request line", async () => {
    const answer = await get(server, "/tasks/%E0%A4%A", { cookie });
    expect(answer.status).toBe(404);
    await expect.poll(() => server.output()).toContain(answer.headers.get("X-Request-Id") ?? "none");
    expect(server.output()).not.toContain("URIError");
  });

  test.each(["PUT", "PATCH", "DELETE", "POST", "OPTIONS"])(
    "answers 405 to %s at a file or data address",
    async (method) => {
      for (const path of ["/attachments/1", "/attachments/1/a.txt", "/tasks/tags", "/healthz", "/builds/latest.json"]) {
        const answer = await fetch(server.origin + path, { method, headers: { cookie } });
        expect(answer.status, path).toBe(405);
        expect(await answer.text(), path).toContain(
          "You can't open this address directly. Go back and use the form or button.",
        );
      }
    },
  );

  test.each(["/healthz.data", "/tasks/tags.data", "/attachments/1.data", "/tasks/_payload.json.data"])(
    "returns 404 for page data at %s",
    async (path) => {
      expect((await get(server, path, { cookie })).status).toBe(404);
    },
  );

  test("handles thousands of slashes quickly and leaves those in a query alone", async () => {
    const before = performance.now();
    const answer = await get(server, `/x${"/".repeat(14_000)}y`, { cookie });
    expect(answer.status).toBe(404);
    expect(performance.now() - before).toBeLessThan(700); // without the guard: well over a second
    const search = await get(server, `/search?q=a${"/".repeat(30)}b`, { cookie });
    expect(await search.text()).toContain("/".repeat(30));
  });

  test("returns page data unchanged and escapes it in the HTML", async () => {
    const title = `It's "so" \\ \\u0041 \u2028 </script><script>alert(1)</script><!-- & \`\${1}\``;
    const { id } = await aTask(server.db, { title });
    const html = await (await get(server, `/tasks/${id}`, { cookie })).text();
    const payload = await (await get(server, `/tasks/${id}/_payload.json`, { cookie })).json();
    expect((payload as TaskPayload).data["routes/_app.tasks.$id"].task.title).toBe(title);
    expect(html).not.toContain("<script>alert");
  });

  test("names no person in responses that others may cache", async () => {
    const own = await get(server, "/tasks", { cookie });
    expect(own.headers.get("X-Person")).toMatch(/^\d+$/);
    const shared = await get(server, "/manifest.webmanifest", { cookie });
    expect([shared.headers.get("Cache-Control"), shared.headers.get("X-Person")]).toEqual(["public, max-age=0", null]);
  });

  test("ignores forwarded headers unless the proxy is trusted", async () => {
    const { headers } = await get(server, "/tasks", {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
    });
    const remembered = decodeURIComponent(headers.get("Set-Cookie") ?? "");
    expect(remembered).toContain(`=${server.origin}/tasks`);
  });

  test("logs one line per request, with id and person but without query or cookie", async () => {
    const answer = await get(server, "/search?q=top-secret-word", { cookie });
    const id = answer.headers.get("X-Request-Id") ?? "none";
    await expect.poll(() => server.output()).toContain(id);
    const lines = server
      .output()
      .split("\n")
      .filter((line) => line.includes(id));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ request: id, method: "GET", path: "/search", status: 200 });
    expect(JSON.parse(lines[0] ?? "").person).toBeGreaterThan(0);
    expect(server.output()).not.toContain("top-secret-word");
    expect(server.output()).not.toContain(cookie.split("=")[1]);
  });
});

describe("behaviour 4.3: an unexpected error", () => {
  test("is logged once with its cause, while the page shows only the request id", async () => {
    const server = await startServer();
    const cookie = await cookieOf(server.db, await anAdmin(server));
    await sql`alter table task rename to lost_table`.execute(server.db);
    const answer = await get(server, "/tasks", { cookie });
    const id = answer.headers.get("X-Request-Id") ?? "none";
    const html = await answer.text();
    const json = await (await get(server, "/tasks/_payload.json", { cookie })).text();
    await server.stop();

    expect(answer.status).toBe(500);
    expect(html).toContain("Internal Server Error");
    expect(html).toContain(id);
    for (const body of [html, json])
      expect(body).not.toMatch(/lost_table|no such table|Sqlite|select |node_modules|\.server\./i);
    const errors = server
      .output()
      .split("\n")
      .filter((line) => line.includes('"level":"error"') && line.includes(id));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("no such table");
  });
});

describe("behaviour 4.2: the root error page", () => {
  test("has the site's name in its title, like any other page", async () => {
    const server = await startServer();
    const cookie = await cookieOf(server.db, await anAdmin(server));
    await sql`alter table session rename to lost_session`.execute(server.db);
    const answer = await get(server, "/tasks", { cookie });
    const html = await answer.text();
    await server.stop();
    expect(answer.status).toBe(500);
    expect(html).toContain("<title>500 - Internal Server Error | Localhost</title>");
  });
});

describe("the public origin", () => {
  test("over https adds HSTS and secure cookie names", async () => {
    const server = await startServer("sqlite", { AUTH_ORIGIN: "https://desk.example.org" });
    const { headers } = await get(server, "/tasks");
    await server.stop();
    expect(headers.get("Strict-Transport-Security")).toMatch(/^max-age=\d+/);
    expect(headers.get("Set-Cookie")).toContain(
      "__Secure-next-auth.callback-url=https%3A%2F%2Fdesk.example.org%2Ftasks",
    );
  });

  test("comes from the forwarded headers of a trusted proxy", async () => {
    const server = await startServer("sqlite", { AUTH_TRUST_HOST: "1" });
    const proxy = { "x-forwarded-host": "desk.example.org", "x-forwarded-proto": "https" };
    const { headers } = await get(server, "/tasks", proxy);
    const posted = await fetch(`${server.origin}/nope`, {
      method: "POST",
      headers: { ...proxy, origin: "https://desk.example.org" },
      redirect: "manual",
    });
    await server.stop();
    expect(decodeURIComponent(headers.get("Set-Cookie") ?? "")).toContain("https://desk.example.org/tasks");
    expect(posted.status).toBe(302);
  });
});
