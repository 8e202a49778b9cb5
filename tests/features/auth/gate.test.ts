import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeInvitation } from "~/features/auth/invitations.server";
import { anAdmin, aRequester } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";
import { aUser } from "./visitor";

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await cookieOf(server.db, { id: await aUser(server.db) });
});
afterAll(() => server.stop());

async function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const answer = await fetch(server.origin + path, { redirect: "manual", ...init, headers });
  return { status: answer.status, location: answer.headers.get("location"), answer };
}

const rememberedBy = (answer: Response) => {
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("next-auth.callback-url="));
  return line ? decodeURIComponent(line.slice("next-auth.callback-url=".length).split(";")[0] ?? "") : null;
};

describe("behaviour 3: a visitor without a session", () => {
  test.each(["/login", "/login/", "/login?error=CredentialsSignin", "/login?callbackUrl=%2Ftasks"])(
    "is shown %s",
    async (path) => {
      const { status, answer } = await ask(path);
      expect(status).toBe(200);
      expect(await answer.text()).toContain('name="password"');
    },
  );

  test.each([
    "/",
    "/tasks",
    "/tasks/1",
    "/tasks/nonsense",
    "/nope",
    "/users/",
    "/login/x",
    "/loginx",
    "//evil.example",
    "/LOGIN",
  ])("is redirected from %s to exactly /login, whether or not the page exists", async (path) => {
    const { status, location, answer } = await ask(path);
    expect([status, location]).toEqual([302, "/login"]);
    expect(await answer.text()).toBe("");
  });

  test("has the requested URL kept in a cookie, not in the query", async () => {
    expect(rememberedBy((await ask("/tasks?status=new&sort=due")).answer)).toBe(
      `${server.origin}/tasks?status=new&sort=due`,
    );
    expect(rememberedBy((await ask("/login")).answer)).toBeNull();
  });

  test("keeps the requested URL when the browser fetches an image or a payload", async () => {
    expect(rememberedBy((await ask("/nope.png", { "sec-fetch-dest": "image" })).answer)).toBeNull();
    expect(rememberedBy((await ask("/tasks/_payload.json")).answer)).toBeNull();
  });

  test.each([
    "/events?age=100",
    "/tasks/views/counts",
    "/search/completions?q=x",
    "/search/palette?q=x",
    "/tasks/assignees?q=x",
    "/tasks/32/mentions?q=x",
  ])("keeps it when a page fetches %s in the background, with or without Sec-Fetch headers", async (path) => {
    for (const headers of [{ "sec-fetch-dest": "empty" }, { accept: "text/event-stream" }, {}])
      expect(rememberedBy((await ask(path, headers)).answer), JSON.stringify(headers)).toBeNull();
  });

  test.each([
    ["/users.data?q=x&_routes=root", "empty", "/users?q=x"],
    ["/attachments/7/plan.pdf", "document", "/attachments/7/plan.pdf"],
  ])("has the page behind %s remembered", async (path, destination, page) => {
    const asked = [
      { "sec-fetch-dest": destination },
      ...(destination === "document" ? [{ accept: "text/html,*/*" }] : [{}]),
    ];
    for (const headers of asked) expect(rememberedBy((await ask(path, headers)).answer)).toBe(server.origin + page);
  });

  test.each([
    ["a payload", "/tasks/_payload.json"],
    ["the start page's payload", "/_payload.json"],
    ["the framework's data", "/users.data"],
    ["one route's data", "/users.data?_routes=routes%2F_app.users._index"],
  ])("gets no data: %s", async (_, path) => {
    const { status, answer } = await ask(path);
    const text = await answer.text();
    expect(text).not.toContain("Ada");
    expect([202, 302]).toContain(status); // the framework's redirect travels as 202
    expect(status === 302 ? answer.headers.get("location") : text).toContain("/login");
  });

  test.each(["POST", "PUT", "DELETE"])("can't %s anything", async (method) => {
    const { status, location } = await ask("/users/new", {}, { method, body: new URLSearchParams({ name: "x" }) });
    expect([status, location]).toEqual([302, "/login"]);
  });

  test.each([
    "/tasks?_data=root",
    "/?%5Fdata=root",
    "/nope?_data=routes%2F_app.tasks._index",
    "/tasks.data?_data=root",
  ])("is redirected to /login before the request is judged: %s", async (path) => {
    const { status, location, answer } = await ask(path);
    if (path.includes(".data?"))
      expect([status, await answer.text()]).toEqual([202, expect.stringContaining("/login")]);
    else expect([status, location]).toEqual([302, "/login"]);
  });

  test.each(["/build/nope.js", "/builds/nope", "/builds/meta/", "/icons/nope.png", "/favicon.ico"])(
    "gets a plain 404 for a missing file: %s",
    async (path) => {
      for (const headers of [{}, { cookie }]) {
        const { status, answer } = await ask(path, { accept: "*/*", ...headers });
        expect([status, await answer.text()]).toEqual([404, `Page not found: ${path}`]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    },
  );

  test.each(["/builds/meta/.json", "/builds/meta/nope.json", "/icons/nope.json"])(
    "gets a JSON 404 for a missing JSON file: %s",
    async (path) => {
      const { status, answer } = await ask(path);
      expect([status, (await answer.json()).message]).toEqual([404, `Page not found: ${path}`]);
    },
  );

  test("gets a JSON 401 from API calls", async () => {
    const { status, answer } = await ask("/api/tasks");
    expect([status, (await answer.json()).statusCode]).toEqual([401, 401]);
  });

  test.each([
    ["/api/auth/session", 200],
    ["/api/auth/providers", 200],
    ["/manifest.webmanifest", 200],
    ["/sw.js", 200],
    ["/login.js", 200],
    ["/icons/favicon.svg", 200],
    ["/builds/latest.json", 200],
  ])("isn't stopped at %s (behaviour 13, 17)", async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });
});

describe("behaviour 1.1: an unsupported method", () => {
  test.each(["OPTIONS", "PUT", "PATCH", "DELETE"])("is 400: %s", async (method) => {
    for (const path of ["/api/auth/session", "/api/auth/csrf", "/api/auth/signout", "/api/auth/callback/credentials"]) {
      const { status, answer } = await ask(path, {}, { method });
      expect([status, (await answer.json()).message], path).toEqual([400, "There's no such sign-in endpoint."]);
    }
  });
});

describe("behaviour 3: a visitor with a session", () => {
  test.each(["/login", "/login/", "/LOGIN", "/login?error=x", "/login/_payload.json", "/Login/_payload.json"])(
    "is redirected from %s to /",
    async (path) => {
      const { status, location } = await ask(path, { cookie });
      expect([status, location]).toEqual([302, "/"]);
    },
  );

  test("sees pages, and a 404 for unknown ones", async () => {
    expect((await ask("/users", { cookie })).status).toBe(200);
    expect((await ask("/nope", { cookie })).status).toBe(404);
  });

  test.each(["0".repeat(64), "", "%zz", "x".repeat(5_000)])("counts as signed out with the id %j", async (id) => {
    const { status, location } = await ask("/users", { cookie: `next-auth.session-token=${id}` });
    expect([status, location]).toEqual([302, "/login"]);
  });
});

describe("two different cookies with one name", () => {
  /** The session cookie of a neighbouring domain next to the visitor's own. */
  const withAnother = async () => {
    const eve = { id: await aUser(server.db, { name: "Eve", email: `eve${Date.now()}@example.org` }) };
    return `${cookie}; ${await cookieOf(server.db, eve)}`;
  };
  const clearedBy = (answer: Response) =>
    answer.headers.getSetCookie().filter((line) => /^next-auth\.session-token=; .*Max-Age=0/.test(line));

  test("for the session open nothing, are cleared on every path and lead to /login", async () => {
    const both = await withAnother();
    const { status, location, answer } = await ask("/tasks/7", { cookie: both });
    expect([status, location]).toEqual([302, "/login"]);
    expect(clearedBy(answer)).toEqual(
      ["/", "/tasks", "/tasks/", "/tasks/7"].map((path) => `next-auth.session-token=; Path=${path}; Max-Age=0`),
    );
    expect((await ask("/login", { cookie: both })).status).toBe(200);
    const product = await ask("/api/drafts", { cookie: both });
    expect([product.status, clearedBy(product.answer).length > 0]).toEqual([401, true]);
    const session = await ask("/api/auth/session", { cookie: both });
    expect([await session.answer.json(), clearedBy(session.answer).length > 0]).toEqual([{}, true]);
    expect((await ask("/tasks", { cookie: `${cookie}; ${cookie}` })).status).toBe(200); // the same one twice
  });

  test("for the CSRF token verify no form, and are cleared before a new one is set", async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async () => {
        const { answer } = await ask("/api/auth/csrf");
        const line = answer.headers.getSetCookie().find((each) => each.startsWith("next-auth.csrf-token="));
        return { cookie: line?.split(";")[0] ?? "", token: (await answer.json()).csrfToken as string };
      }),
    );
    for (const token of [one?.token ?? "", other?.token ?? ""]) {
      const body = new URLSearchParams({ csrfToken: token, json: "true" });
      const headers = { cookie: `${cookie}; ${one?.cookie}; ${other?.cookie}` };
      const { answer } = await ask("/api/auth/signout", headers, { method: "POST", body });
      expect((await answer.json()).url).toContain("csrf=true");
      const lines = answer.headers.getSetCookie().filter((line) => line.startsWith("next-auth.csrf-token="));
      expect([lines[0], lines.at(-1)]).toEqual([
        "next-auth.csrf-token=; Path=/; Max-Age=0",
        expect.stringMatching(/^next-auth\.csrf-token=[0-9a-f]{64}%7C/),
      ]);
    }
    expect((await ask("/users", { cookie })).status).toBe(200);
  });
});

describe("an invitation link", () => {
  test("opens a page without the key in its URL; two open pages each set their own password", async () => {
    const boss = await anAdmin(server.db, { name: "Boss" });
    const invite = async (email: string) => {
      const made = await makeInvitation(server.db, boss, (await aRequester(server.db, { email })).id, Date.now());
      return made.ok ? made.key : "";
    };
    const [first, second] = [await invite("first@example.org"), await invite("second@example.org")];
    const open = async (key: string) => {
      const { status, location, answer } = await ask(`/login?key=${key}`);
      const [line = ""] = answer.headers.getSetCookie().filter((each) => each.startsWith("invitation="));
      expect([status, location, line]).toEqual([
        302,
        "/login?invitation=open",
        `invitation=${key}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`,
      ]);
      const page = await ask(location ?? "", { cookie: line.split(";")[0] ?? "" });
      return { cookie: line.split(";")[0] ?? "", html: await page.answer.text() };
    };
    const [one, other] = [await open(first), await open(second)];
    expect([one.html.includes("first@example.org"), other.html.includes("second@example.org")]).toEqual([true, true]);

    // Submits the first page while the cookie belongs to the second.
    const post = (token: string, password: string) =>
      ask(
        "/login?invitation=open",
        { cookie: other.cookie },
        { method: "POST", body: new URLSearchParams({ token, password }) },
      );
    const refused = await post(first, "password1234");
    const html = await refused.answer.text();
    expect([refused.status, html.includes("first@example.org"), html.includes("too common")]).toEqual([
      422,
      true,
      true,
    ]);
    const signedIn = await post(first, "an uncommon one");
    const session =
      signedIn.answer.headers.getSetCookie().find((line) => /session[\w.-]*=[0-9a-f]{64}/.test(line)) ?? "";
    expect([signedIn.location, session.includes("HttpOnly")]).toEqual(["/", true]);
    expect((await ask("/", { cookie: session.split(";")[0] ?? "" })).status).toBe(200);
    const used = await server.db.selectFrom("invitation").select("user_id").execute();
    expect(used).toHaveLength(1);
  });

  test("with an unknown key says it was used; without its cookie the page asks for the link", async () => {
    const { status, location } = await ask(`/login?key=${"0".repeat(64)}`);
    expect([status, location]).toEqual([302, "/login?error=Invitation"]);
    expect(await (await ask("/login?error=Invitation")).answer.text()).toContain("This link has been used");
    expect(await (await ask("/login?invitation=open")).answer.text()).toContain("Open your invitation link again.");
    const { answer } = await ask("/login?invitation=open", {}, { method: "POST", body: new URLSearchParams() });
    expect(answer.status).toBe(405);
  });
});

describe("the sign-in page", () => {
  test("never repeats the Host header: its callbackUrl is a path", async () => {
    const html = async (path: string, headers: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        request(server.origin + path, { headers }, (answer) => {
          let text = "";
          answer.on("data", (chunk) => (text += chunk)).on("end", () => resolve(text));
        })
          .on("error", reject)
          .end();
      });
    expect(await html("/login", { host: "evil.example" })).not.toContain("evil.example");
    const wanted = "/login?callbackUrl=%2Ftasks%3Fstatus%3Dnew";
    expect(await html(wanted, {})).toContain('name="callbackUrl" value="/tasks?status=new"');
    expect(await html("/login", {})).toContain('name="callbackUrl" value="/"');
  });

  test("is 503 when too many sign-ins were waiting, and says when to try again", async () => {
    const { status, answer } = await ask("/login?error=TooManySignIns", { cookie: "typed-email=ada%40example.org" });
    const html = await answer.text();
    expect([status, answer.headers.get("Retry-After"), html.includes("Try again in a few seconds.")]).toEqual([
      503,
      "5",
      true,
    ]);
    expect(html).toContain('value="ada@example.org"');
  });
});

describe("a user's own password", () => {
  const NONE = "Your account has no password. Ask an admin for a link to set one.";

  test("can't be added to an account without one from its session, nor by a link to oneself", async () => {
    const rita = await aRequester(server.db, { name: "Rita" });
    const root = await anAdmin(server.db, { name: "Root" });
    for (const person of [rita, root]) {
      const headers = { cookie: await cookieOf(server.db, person) };
      const page = await ask(`/users/${person.id}/password`, headers);
      const html = await page.answer.text();
      expect([page.status, html.includes(NONE), html.includes('type="password"')]).toEqual([200, true, false]);
      const body = new URLSearchParams({ password: "an uncommon one", currentPassword: "" });
      const { status } = await ask(`/users/${person.id}/password`, headers, { method: "POST", body });
      expect(status).toBe(403);
    }
    const headers = { cookie: await cookieOf(server.db, root) };
    const link = await ask(`/users/${root.id}/invitation`, headers, { method: "POST", body: new URLSearchParams() });
    expect([link.status, (await link.answer.text()).includes("/login?key=")]).toEqual([422, false]);
    const set = await server.db.selectFrom("user").select("id").where("password_hash", "is not", null).execute();
    expect(set.map(({ id }) => id)).not.toEqual(expect.arrayContaining([rita.id, root.id]));
  });
});

describe("behaviour 8: the payload of the sign-in page", () => {
  test("holds the data the page is rendered with", async () => {
    const { status, answer } = await ask("/login/_payload.json?error=CredentialsSignin");
    const { data } = await answer.json();
    expect(status).toBe(200);
    expect(data["routes/login"]).toMatchObject({ refusal: "The email or password is not right.", external: [] });
  });
});

describe("behaviour 1.2: over https", () => {
  test("cookies carry their prefixes, and a plain one opens nothing", async () => {
    const secure = await startServer("sqlite", { AUTH_ORIGIN: "https://desk.example.org" });
    const ada = { id: await aUser(secure.db) };
    const session = await cookieOf(secure.db, ada);
    const read = async (cookie: string) =>
      (await fetch(`${secure.origin}/api/auth/session`, { headers: { cookie } })).json();
    expect(await read(session)).toEqual({});
    expect(await read(`__Secure-${session}`)).toEqual({}); // a neighbouring domain can set this one
    expect(await read(`__Host-${session}`)).toMatchObject({ user: { name: "Ada Lovelace" } });

    const older = (await cookieOf(secure.db, ada)).replace("next-auth", "__Secure-next-auth");
    await secure.db.updateTable("session").set({ old_cookie: 1 }).execute(); // as the upgrade does
    const page = () => fetch(`${secure.origin}/users`, { headers: { cookie: older }, redirect: "manual" });
    const exchanged = await page();
    expect([exchanged.status, ...exchanged.headers.getSetCookie()]).toEqual([
      200,
      expect.stringMatching(/^__Host-next-auth\.csrf-token=/),
      expect.stringMatching(new RegExp(`^${older.replace("__Secure", "__Host")}; Path=/; Expires=.*; Secure$`)),
      "__Secure-next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    ]);
    expect((await page()).status).toBe(302);

    const csrf = await fetch(`${secure.origin}/api/auth/csrf`);
    expect(csrf.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-next-auth\.csrf-token=[0-9a-f]{64}%7C[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
      "__Secure-next-auth.callback-url=https%3A%2F%2Fdesk.example.org; Path=/; HttpOnly; SameSite=Lax; Secure",
    ]);
    const providers = await (await fetch(`${secure.origin}/api/auth/providers`)).json();
    expect(providers.credentials.signinUrl).toBe("https://desk.example.org/api/auth/signin/credentials");
    await secure.stop();
  });
});

describe("behaviour 11: failed sign-ins", () => {
  test("are counted by client address; a forwarded one counts only from a trusted proxy", async () => {
    const rows = async ({ db }: TestServer) =>
      (await db.selectFrom("rate_limit").select(["key", "points"]).orderBy("key").execute()).filter(({ key }) =>
        key.startsWith("sign-in-address"),
      );
    const failFrom = async ({ origin }: TestServer, forwardedFor: string) => {
      const csrf = await fetch(`${origin}/api/auth/csrf`);
      const cookie = csrf.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      const { csrfToken } = await csrf.json();
      const body = new URLSearchParams({ csrfToken, email: "nobody@example.org", password: "x", json: "true" });
      const headers = { cookie, "x-forwarded-for": forwardedFor };
      return (await fetch(`${origin}/api/auth/callback/credentials`, { method: "POST", headers, body })).status;
    };
    expect(await failFrom(server, "198.51.100.1")).toBe(401);
    expect(await failFrom(server, "198.51.100.2")).toBe(401);
    expect((await rows(server)).map(({ points }) => points)).toEqual([2]);

    const proxied = await startServer("sqlite", { AUTH_TRUST_HOST: "1" });
    await failFrom(proxied, "203.0.113.9, 198.51.100.1"); // the client controls the entries before the proxy's own
    await failFrom(proxied, "203.0.113.10, 198.51.100.1");
    await failFrom(proxied, "198.51.100.2");
    expect((await rows(proxied)).map(({ points }) => points).sort()).toEqual([1, 2]);
    for (const forwarded of ["203.0.113.61:40001", "203.0.113.61", "::ffff:203.0.113.61"])
      await failFrom(proxied, forwarded);
    for (const forwarded of ["[2001:db8::1]:443", "2001:db8::2"]) await failFrom(proxied, forwarded);
    for (const rubbish of ["unknown", "203.0.113.61, nonsense"]) await failFrom(proxied, rubbish); // the socket's address
    expect((await rows(proxied)).map(({ points }) => points).sort()).toEqual([1, 2, 2, 2, 3]);
    await proxied.stop();
  });
});
