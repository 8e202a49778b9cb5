import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "~/db/engine.server";
import { ENGINES } from "../support/database";
import { cases } from "../support/generated";
import { responseText } from "../support/response-text";
import { allRoutes } from "../support/routes";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";
import { aSecretDesk } from "./secret-desk";

/*
 * Sends hostile values to every address in every part of a request: path, query, fields, cookies, headers, body. Each
 * must be answered with a page or a readable refusal, never a 500, and leave nothing half-written.
 */

const ADDRESSES = allRoutes();
/** Compressing the responses would be work that proves nothing. */
const UNPACKED = { "accept-encoding": "identity" };

const hostile = fc.oneof(
  fc.constantFrom(
    ...["", " ", "\u0000", "a\u0000b", "%00", "%", "%E0%A4%A", "..", "../../../etc/passwd", "\ud800", "\u202eabc"],
    ...["<script>alert(1)</script>", "' or 1=1 --", '"', "\\", "`", "*", "(((((((((((", "a OR", "-", 'q:"', "#", "#0"],
    ...[
      "0",
      "-1",
      "1e309",
      "NaN",
      "0x10",
      "9".repeat(400),
      "2147483648",
      "9007199254740993",
      "99999999999999~1",
      "1~1",
    ],
    ...["__proto__", "constructor", "[object Object]", '{"$gt":""}', "null", "undefined", "true", "me", "none", "any"],
    ...["\r\nSet-Cookie: a=b", "javascript:alert(1)", "//evil.example", "http://evil.example", "a@b", "a@b@c", "@"],
    ...["status:", "status:nope", "priority:>=", "created:2026-99-99", "tag:*", "ﬁﬂ", "日本語", "é".repeat(200)],
    ...["2026-02-30", "0000-00-00", "99999-01-01", "2026-03-01T25:61", "|", "a".repeat(201), "x ".repeat(40_000)],
  ),
  fc.string({ unit: "binary", maxLength: 50 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);

const FIELDS = [
  ..."title description body status priority assignee requester team type tags due snooze snooze_day rating comment outcome confirm form version requestKey kind".split(
    " ",
  ),
  ..."q sort after before cursor page name email role state password search csrfToken callbackUrl json error".split(
    " ",
  ),
  ...["__proto__", "constructor", "toString", "a[b]", "a.b", "_routes", "index", "_payload"],
];
const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), hostile), hostile), { maxLength: 8 });

const request = fc.record({
  address: fc.constantFrom(...ADDRESSES.map(({ pattern }) => pattern)),
  parameter: fc.oneof({ weight: 2, arbitrary: fc.constantFrom("1", "2") }, { weight: 1, arbitrary: hostile }),
  suffix: fc.constantFrom("", "", ".data", "/", "/_payload.json", "//", ".json"),
  query: pairs,
  method: fc.constantFrom("GET", "GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "PATCH"),
  body: fc.oneof(
    fc.record({ kind: fc.constantFrom("fields", "multipart"), fields: pairs }),
    fc.record({ kind: fc.constantFrom("json", "text", "broken multipart", "none"), text: hostile }),
  ),
  cookie: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostile }),
  header: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostile }),
  who: fc.constantFrom("nobody", "rita", "ada", "root"),
});
type Hostile = typeof request extends fc.Arbitrary<infer R> ? R : never;

/** Text that may travel in a header; clients refuse anything else. Beyond 16 KiB Node closes the connection. */
const asHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 4_000);

function addressOf({ address, parameter, suffix, query }: Hostile): string {
  const path = address.replace(/:[a-z]+|\*/gi, encodeURIComponent(parameter.toWellFormed()));
  const search = new URLSearchParams(query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]));
  return `${path}${suffix}?${search}`.slice(0, 12_000);
}

function bodyOf({ method, body }: Hostile): { body?: BodyInit; headers: Record<string, string> } {
  if (method === "GET" || method === "HEAD" || body.kind === "none") return { headers: {} };
  if ("fields" in body) {
    const form = body.kind === "fields" ? new URLSearchParams() : new FormData();
    for (const [name, value] of body.fields) form.append(name.toWellFormed(), value.toWellFormed());
    return { body: form, headers: {} };
  }
  const types: Record<string, string> = {
    json: "application/json",
    "broken multipart": "multipart/form-data; boundary=x",
  };
  return { body: body.text.toWellFormed(), headers: { "content-type": types[body.kind] ?? "text/plain" } };
}

describe.each(ENGINES)("hostile input (%s)", (engine: Engine) => {
  let server: TestServer;
  const cookies: Record<string, string> = {};
  beforeAll(async () => {
    server = await startServer(engine, { LOG_LEVEL: "error" });
    const desk = await aSecretDesk(server.db, server.dataDir);
    cookies.rita = await cookieOf(server.db, desk.rita);
    cookies.ada = await cookieOf(server.db, desk.ada);
    cookies.root = await cookieOf(server.db, desk.root);
  });
  afterAll(() => server.stop());

  test("with a NUL, which PostgreSQL rejects, causes no error anywhere and is stored without it", async () => {
    const nul = "a\0b";
    const names = ["q", "tag", "requester", "status", "assignee", "view", "sort", "after", "before", "person", "kind"];
    const list = String(new URLSearchParams({ tag: nul, requester: nul }));
    const search = new URLSearchParams([...names, "task", "into", "key", "query", "of"].map((name) => [name, nul]));
    // SQLite accepts a NUL in any text. Whatever it might reject is read for payloads just as for pages.
    const addresses = ADDRESSES.filter(({ isPage }) => engine === "postgres" || !isPage).map(({ pattern }) =>
      pattern.replace(/:[a-z]+|\*/gi, "1"),
    );
    const every = Object.fromEntries(FIELDS.map((name) => [name, nul]));
    const asked: [string, Record<string, string>?][] = addresses.flatMap((path) => [
      [`${path}?${search}`],
      [path, every],
    ]);
    for (const path of ["/tasks", "/tasks/export", "/tasks/reading", "/tasks/bulk", "/tasks/display"]) {
      for (const part of [`?${list}`, `?${new URLSearchParams({ list })}`]) {
        asked.push([path + part], [path + part, { which: "all", addTags: "x", requestKey: "a-list-with-nul" }]);
      }
    }
    const kept = {
      title: nul,
      body: nul,
      name: nul,
      query: nul,
      sort: "",
      scope: "personal",
      kind: "note",
      text: nul,
    };
    for (const path of ["/tasks/new", "/tasks/views/new", "/macros/new"])
      asked.push([path, { ...kept, requestKey: `nul-for${path}`.replaceAll("/", "-") }]);
    for (const [path, fields] of asked) {
      const answer = await fetch(server.origin + path, {
        ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
        headers: { ...UNPACKED, cookie: cookies.ada ?? "" },
        redirect: "manual",
      });
      const whole = await responseText(answer).catch(() => null); // null: the response broke off inside a file
      expect([answer.status < 500, whole !== null], `${fields ? "POST" : "GET"} ${path}`).toEqual([true, true]);
    }
    for (const [table, column] of [
      ["task", "title"],
      ["view", "name"],
      ["macro", "name"],
    ] as const) {
      const rows = server.db.selectFrom(table).select(sql.ref(column).as("text")).where(sql.ref(column), "like", "a%b");
      expect(await rows.execute(), table).toEqual([{ text: "ab" }]);
    }
  });

  test("never causes a 500 or a logged error, and leaves nothing half-written", async () => {
    const throwIt = async (input: Hostile) => {
      const { body, headers } = bodyOf(input);
      const cookie = [
        cookies[input.who],
        input.cookie === null ? null : `next-auth.csrf-token=${asHeader(input.cookie)}`,
      ];
      const answer = await fetch(server.origin + addressOf(input), {
        method: input.method,
        redirect: "manual",
        headers: {
          ...UNPACKED,
          ...headers,
          cookie: cookie.filter(Boolean).join("; "),
          ...(input.header !== null && { accept: asHeader(input.header), referer: asHeader(input.header) }),
        },
        ...(body !== undefined && { body }),
      });
      await responseText(answer);
      expect(answer.status, `${input.method} ${addressOf(input)}`).toBeLessThan(500);
    };
    await fc.assert(fc.asyncProperty(request, throwIt), { ...cases(120, 600), interruptAfterTimeLimit: 20_000 });

    expect(
      server
        .output()
        .split("\n")
        .filter((line) => line.includes('"level":"error"')),
    ).toEqual([]);
    const half = await server.db
      .selectFrom("task")
      .select("id")
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("message").select("message.id").whereRef("message.task_id", "=", "task.id"))),
      )
      .execute();
    expect(half, "tasks without a description").toEqual([]);
    if (engine === "sqlite") {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(server.db);
      expect(rows).toEqual([{ integrity_check: "ok" }]);
    }
  });
});
