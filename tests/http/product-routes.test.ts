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

describe("behaviour 3, 9 and 10: the routes of the product", () => {
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

  test("to a requester tasks are requests, in the menu as on the page", async () => {
    const { text } = await ask("/tasks", { cookie: await cookieOf(server.db, await aRequester(server.db)) });
    expect(text).toMatch(/<title>Requests \| Localhost<\/title>/);
    expect(text).toContain("<h1>Requests</h1>");
    expect(text).not.toMatch(/<span>Tasks<\/span>/);
  });

  test("/login has a layout of its own, without the sidebar", async () => {
    const { status, text } = await ask("/login", {});
    expect(status).toBe(200);
    expect(text).toContain("<title>Sign in | Localhost</title>");
    expect(text).not.toContain("<nav");
  });

  test("/healthz tells a visitor without a session that the process answers", async () => {
    expect(await ask("/healthz", {})).toEqual({ status: 200, type: "text/plain; charset=utf-8", text: "ok\n" });
  });

  test.each(["/login", "/", "/tasks/{id}", "/nope"])(
    "%s is in English, names the manifest, and has loading bar and toasts beside the page",
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

describe("behaviour 4.1: the two 404s", () => {
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
  ])("behaviour 4.3: %s with %j is told in JSON", async (path, headers, url, message) => {
    const { status, type, text } = await ask(path, { cookie, ...headers });
    expect([status, type]).toEqual([404, "application/json; charset=utf-8"]);
    expect(JSON.parse(text)).toEqual({ url, statusCode: 404, statusMessage: "Not Found", message });
  });
});
