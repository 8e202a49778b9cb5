import { describe, expect, test as plain } from "vitest";
import { onEachDatabase } from "../../support/database";
import { aUser, NOW, ORIGIN, PASSWORD, sessionCookieOf, Visitor } from "./visitor";

const DAY = 86_400_000;
const NEVER_STORED = { "cache-control": "private, no-cache, no-store", pragma: "no-cache", expires: "0" };
const headersOf = (headers: Headers) =>
  Object.fromEntries(Object.keys(NEVER_STORED).map((name) => [name, headers.get(name)]));

onEachDatabase("behaviour 1.1: rules for all auth endpoints", (test) => {
  test("an unknown action, a wrong number of segments or an unsupported method is 400", async ({ db }) => {
    const wrong = `GET /nonsense, GET /, GET /session/x, GET /callback, GET /signin/a/b, GET /__proto__, GET /constructor,
      OPTIONS /session, POST /session, POST /csrf, POST /providers, POST /error, POST /signin, POST /signout/x,
      PUT /signout, DELETE /session, PATCH /callback/credentials`;
    for (const line of wrong.split(",")) {
      const [method = "", path = ""] = line.trim().split(" ");
      const answer = await new Visitor(db).ask(method, path, /GET|OPTIONS/.test(method) ? {} : { fields: {} });
      expect([line, answer.status]).toEqual([line, 400]);
      expect(answer.json).toMatchObject({ statusCode: 400, message: "There's no such sign-in endpoint." });
    }
  });

  test("a repeated error parameter is 400 on any endpoint", async ({ db }) => {
    for (const path of ["/error", "/signin", "/session"]) {
      expect((await new Visitor(db).get(`${path}?error=Signin&error=Callback`)).status).toBe(400);
    }
  });

  test("JSON bodies work like forms, and unknown fields are ignored", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    const csrfToken = await visitor.csrfToken();
    const fields = {
      email: "ada@example.org",
      password: PASSWORD,
      csrfToken,
      json: true,
      redirect: false,
      more: [1, {}],
    };
    const answer = await visitor.ask("POST", "/callback/credentials", {
      body: JSON.stringify(fields),
      type: "application/json; charset=utf-8",
    });
    expect([answer.status, answer.json]).toEqual([200, { url: ORIGIN }]);
    expect(sessionCookieOf(visitor)).toMatch(/^[0-9a-f]{64}$/);
  });

  test("an unreadable body is 400", async ({ db }) => {
    const unreadable = {
      "application/json": ["{", "null", "[]", '"text"'],
      "text/plain": ["csrfToken=1"],
      "multipart/form-data; boundary=x": ["--y"],
    };
    for (const [type, bodies] of Object.entries(unreadable)) {
      for (const body of bodies) {
        const refusal = await new Visitor(db).ask("POST", "/signout", { type, body }).catch((error) => error);
        expect([type, body, refusal.status]).toEqual([type, body, 400]);
      }
    }
  });

  test("every url is absolute, even when callbackUrl is only a path", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    expect((await visitor.signIn({ callbackUrl: "/tasks/7" })).json).toEqual({ url: `${ORIGIN}/tasks/7` });
    expect((await visitor.signOut({ callbackUrl: "/login" })).json).toEqual({ url: `${ORIGIN}/login` });
    expect((await visitor.signIn({ callbackUrl: "/tasks/7", json: "" })).location).toBe(`${ORIGIN}/tasks/7`);
  });

  test("a Location percent-encodes non-ASCII letters, which headers can't hold", async ({ db }) => {
    await aUser(db);
    const answer = await new Visitor(db).signIn({ callbackUrl: "/search?q=Müller 1", json: "" });
    expect(answer.location).toBe(`${ORIGIN}/search?q=M%C3%BCller%201`);
  });
});

onEachDatabase("behaviour 1.3: CSRF token", (test) => {
  test("every endpoint but providers sets the token and keeps a valid one", async ({ db }) => {
    for (const path of ["/session", "/csrf", "/signin", "/signout", "/error", "/nonsense"]) {
      const visitor = new Visitor(db);
      const { cookies } = await visitor.get(path);
      expect(cookies.filter((line) => line.startsWith("next-auth.csrf-token="))).toEqual([
        expect.stringMatching(/^next-auth\.csrf-token=[0-9a-f]{64}%7C[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
      expect((await visitor.get(path)).cookies).toEqual([]);
    }
    expect((await new Visitor(db).get("/providers")).cookies).toEqual([]);
  });

  const FORGED = `${"a".repeat(64)}%7C${"b".repeat(64)}`;
  test("a failed check signs no one in or out and answers 200 or 302 to ?csrf=true, without error", async ({ db }) => {
    await aUser(db);
    const signedIn = new Visitor(db);
    await signedIn.signIn();
    const wrong = [
      { csrfToken: "" },
      { csrfToken: "f".repeat(64) },
      { csrfToken: "a".repeat(64), forged: FORGED }, // field and cookie agree, but the cookie is not ours
    ];
    for (const { forged, csrfToken } of wrong) {
      const stranger = new Visitor(db);
      await stranger.csrfToken();
      for (const visitor of [stranger, signedIn]) if (forged) visitor.jar.set("next-auth.csrf-token", forged);
      const fields = { email: "ada@example.org", password: PASSWORD, csrfToken };
      for (const path of ["/signin/credentials", "/callback/credentials"]) {
        const asJson = await stranger.post(path, { ...fields, json: "true" });
        expect([asJson.status, asJson.json]).toEqual([200, { url: `${ORIGIN}/api/auth/signin?csrf=true` }]);
        const asPage = await stranger.post(path, fields);
        expect([asPage.status, asPage.location]).toEqual([302, `${ORIGIN}/api/auth/signin?csrf=true`]);
      }
      expect(sessionCookieOf(stranger)).toBeNull();

      const asJson = await signedIn.post("/signout", { csrfToken, json: "true" });
      expect([asJson.status, asJson.json]).toEqual([200, { url: `${ORIGIN}/api/auth/signout?csrf=true` }]);
      const asPage = await signedIn.post("/signout", { csrfToken });
      expect([asPage.status, asPage.location]).toEqual([302, `${ORIGIN}/api/auth/signout?csrf=true`]);
      expect((await signedIn.get("/session")).json.user.name).toBe("Ada Lovelace");
    }
  });
});

onEachDatabase("behaviour 1.4: callbackUrl", (test) => {
  test("comes from the body, else the query, else the cookie, else it is the origin", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    expect((await visitor.signOut()).json.url).toBe(ORIGIN);
    await visitor.get("/session?callbackUrl=/from-cookie");
    expect((await visitor.signOut()).json.url).toBe(`${ORIGIN}/from-cookie`);

    const csrfToken = await visitor.csrfToken();
    const fields = { csrfToken, json: "true" };
    expect((await visitor.post("/signout?callbackUrl=/from-query", fields)).json.url).toBe(`${ORIGIN}/from-query`);
    const both = await visitor.post("/signout?callbackUrl=/from-query", { ...fields, callbackUrl: "/from-body" });
    expect(both.json.url).toBe(`${ORIGIN}/from-body`);
  });

  test("is remembered when it changes, and a planted cookie is ignored", async ({ db }) => {
    const visitor = new Visitor(db);
    const { cookies } = await visitor.get("/session?callbackUrl=/tasks");
    expect(cookies).toContain(
      `next-auth.callback-url=${encodeURIComponent(`${ORIGIN}/tasks`)}; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect((await visitor.get("/session?callbackUrl=/tasks")).cookies).toEqual([]);

    visitor.jar.set("next-auth.callback-url", encodeURIComponent("https://evil.example/"));
    expect((await visitor.signOut()).json.url).toBe(ORIGIN);
    expect(visitor.jar.get("next-auth.callback-url")).toBe(encodeURIComponent(ORIGIN));
  });

  test("never leads to another site", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    expect((await visitor.signIn({ callbackUrl: "https://evil.example/" })).json.url).toBe(ORIGIN);
    expect((await visitor.signIn({ callbackUrl: "//evil.example" })).json.url).toBe(`${ORIGIN}//evil.example`);
    expect((await visitor.get("/signin?callbackUrl=https://evil.example/")).location).toBe(
      `${ORIGIN}/login?callbackUrl=${encodeURIComponent(ORIGIN)}`,
    );
  });
});

onEachDatabase("behaviour 1.5: GET session", (test) => {
  test("is an empty object for a visitor without a session, and is never cached", async ({ db }) => {
    const answer = await new Visitor(db).get("/session");
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(headersOf(answer.headers)).toEqual(NEVER_STORED);
  });

  test("returns the signed-in user and moves the expiry 30 days ahead", async ({ db }) => {
    const id = await aUser(db);
    const visitor = new Visitor(db);
    await visitor.signIn();
    visitor.now = NOW + 10 * DAY;
    const answer = await visitor.get("/session");
    expect(answer.json).toEqual({
      user: { name: "Ada Lovelace", email: "ada@example.org", id, role: "agent" },
      expires: "2026-04-10T09:00:00.000Z",
    });
    expect(answer.cookies).toEqual([
      `next-auth.session-token=${sessionCookieOf(visitor)}; Path=/; Expires=Fri, 10 Apr 2026 09:00:00 GMT; HttpOnly; SameSite=Lax`,
    ]);
    visitor.now = NOW + 39 * DAY; // beyond the first 30 days, within the second
    expect((await visitor.get("/session")).json.expires).toBe("2026-05-09T09:00:00.000Z");
  });

  test("is empty and clears the cookie for an unknown session id", async ({ db }) => {
    for (const id of ["tampered", "0".repeat(64), "a".repeat(3_000), "%zz", ""]) {
      const visitor = new Visitor(db);
      await visitor.csrfToken();
      visitor.jar.set("next-auth.session-token", id);
      const answer = await visitor.get("/session");
      expect([answer.status, answer.json]).toEqual([200, {}]);
      expect(answer.cookies).toEqual(["next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"]);
    }
  });

  test("is empty and clears the cookie once the session expires or the account is disabled", async ({ db }) => {
    const id = await aUser(db);
    const [late, disabled] = [new Visitor(db), new Visitor(db)];
    await late.signIn();
    await disabled.signIn();
    late.now = NOW + 30 * DAY;
    await db.updateTable("user").set({ state: "disabled" }).where("id", "=", id).execute();
    for (const visitor of [late, disabled]) {
      const answer = await visitor.get("/session");
      expect([answer.json, answer.cookies.length, sessionCookieOf(visitor)]).toEqual([{}, 1, null]);
    }
  });
});

onEachDatabase("behaviour 1.6 to 1.8: csrf, providers, signin", (test) => {
  test("csrf returns the token", async ({ db }) => {
    const answer = await new Visitor(db).get("/csrf");
    expect(answer.json).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(headersOf(answer.headers)).toEqual(NEVER_STORED);
  });

  test("providers returns an object keyed by id, with exactly five members each", async ({ db }) => {
    expect((await new Visitor(db).get("/providers")).json).toEqual({
      credentials: {
        id: "credentials",
        name: "Credentials",
        type: "credentials",
        signinUrl: `${ORIGIN}/api/auth/signin/credentials`,
        callbackUrl: `${ORIGIN}/api/auth/callback/credentials`,
      },
    });
  });

  test("GET signin redirects to /login with the accepted callbackUrl and the error", async ({ db }) => {
    const callbackUrl = encodeURIComponent(`${ORIGIN}/tasks`);
    for (const path of ["/signin", "/signin/credentials", "/signin/unknown"]) {
      const answer = await new Visitor(db).get(`${path}?callbackUrl=/tasks&error=SessionRequired`);
      expect([answer.status, answer.location]).toEqual([
        302,
        `${ORIGIN}/login?callbackUrl=${callbackUrl}&error=SessionRequired`,
      ]);
      expect((await new Visitor(db).get(`${path}?callbackUrl=/tasks`)).location).toBe(
        `${ORIGIN}/login?callbackUrl=${callbackUrl}`,
      );
    }
  });
});

onEachDatabase("behaviour 1.9: POST signin/{provider}", (test) => {
  test("never signs in with credentials, even when they are right", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    const fields = { email: "ada@example.org", password: PASSWORD, csrfToken: await visitor.csrfToken() };
    const asJson = await visitor.post("/signin/credentials", { ...fields, json: "true" });
    expect([asJson.status, asJson.json]).toEqual([200, { url: `${ORIGIN}/api/auth/signin` }]);
    expect((await visitor.post("/signin/credentials", fields)).location).toBe(`${ORIGIN}/api/auth/signin`);
    expect(sessionCookieOf(visitor)).toBeNull();
  });

  test("an unknown provider gets the response of a failed check", async ({ db }) => {
    const visitor = new Visitor(db);
    const answer = await visitor.post("/signin/github", { csrfToken: await visitor.csrfToken(), json: "true" });
    expect([answer.status, answer.json]).toEqual([200, { url: `${ORIGIN}/api/auth/signin?csrf=true` }]);
  });
});

onEachDatabase("behaviour 1.10: POST callback/credentials", (test) => {
  test("signs in: 200 with the URL, or 302 to it, and a 30-day session cookie", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    const asJson = await visitor.signIn({ callbackUrl: "/tasks" });
    expect([asJson.status, asJson.json]).toEqual([200, { url: `${ORIGIN}/tasks` }]);
    expect(asJson.cookies).toContainEqual(
      expect.stringMatching(
        /^next-auth\.session-token=[0-9a-f]{64}; Path=\/; Expires=Tue, 31 Mar 2026 09:00:00 GMT; HttpOnly; SameSite=Lax$/,
      ),
    );
    const asPage = await new Visitor(db).signIn({ callbackUrl: "/tasks", json: "" });
    expect([asPage.status, asPage.location]).toEqual([302, `${ORIGIN}/tasks`]);
  });

  test("trims the email and ignores its case, but takes the password as is", async ({ db }) => {
    await aUser(db);
    expect((await new Visitor(db).signIn({ email: "  ADA@Example.ORG " })).status).toBe(200);
    expect((await new Visitor(db).signIn({ password: ` ${PASSWORD}` })).status).toBe(401);
  });

  test.for([
    ["a wrong password", { password: "wrong" }],
    ["an unknown login", { email: "nobody@example.org" }],
    ["empty fields", { email: "", password: "" }],
    ["an empty password", { password: "" }],
    ["a login that isn't an email address", { email: "\u0000'; drop table user; --" }],
    ["overlong fields", { email: "x".repeat(50_000), password: "y".repeat(50_000) }],
  ] as const)("%s is 401 with the error, or 302 to the same URL", async ([, fields], { db }) => {
    await aUser(db);
    const url = `${ORIGIN}/api/auth/error?error=CredentialsSignin&provider=credentials`;
    const visitor = new Visitor(db);
    const asJson = await visitor.signIn(fields);
    expect([asJson.status, asJson.json, asJson.cookies]).toEqual([401, { url }, []]);
    const asPage = await visitor.signIn({ ...fields, json: "" });
    expect([asPage.status, asPage.location]).toEqual([302, url]);
    expect(sessionCookieOf(visitor)).toBeNull();
  });

  test("a user without a password gets the response of an unknown one", async ({ db }) => {
    const id = await aUser(db);
    await db.updateTable("user").set({ password_hash: null }).where("id", "=", id).execute();
    for (const password of ["", PASSWORD, "null"]) {
      expect((await new Visitor(db).signIn({ password })).status).toBe(401);
    }
  });

  test("a disabled account is 403, but only with the right password", async ({ db }) => {
    const id = await aUser(db);
    await db.updateTable("user").set({ state: "disabled" }).where("id", "=", id).execute();
    const url = `${ORIGIN}/api/auth/error?error=AccessDenied`;
    const asJson = await new Visitor(db).signIn();
    expect([asJson.status, asJson.json]).toEqual([403, { url }]);
    const asPage = await new Visitor(db).signIn({ json: "" });
    expect([asPage.status, asPage.location]).toEqual([302, url]);
    expect((await new Visitor(db).signIn({ password: "wrong" })).status).toBe(401);
  });

  test("a refused sign-in leaves the session as it was", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    await visitor.signIn();
    const before = sessionCookieOf(visitor);
    await visitor.signIn({ password: "wrong" });
    expect(sessionCookieOf(visitor)).toBe(before);
    expect((await visitor.get("/session")).json.user.name).toBe("Ada Lovelace");
  });

  test("an unknown provider is 400, and GET never signs in", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    const csrfToken = await visitor.csrfToken();
    const fields = { email: "ada@example.org", password: PASSWORD, csrfToken };
    expect((await visitor.post("/callback/github", fields)).status).toBe(400);
    expect((await visitor.get(`/callback/credentials?${new URLSearchParams(fields)}`)).status).toBe(400);
    expect((await visitor.get("/callback/github")).status).toBe(400);
    expect(sessionCookieOf(visitor)).toBeNull();
  });
});

onEachDatabase("behaviour 1.11: signout", (test) => {
  test("ends the session, even for copies of the cookie, and clears the cookie", async ({ db }) => {
    await aUser(db);
    const [visitor, thief] = [new Visitor(db), new Visitor(db)];
    await visitor.signIn();
    for (const [name, value] of visitor.jar) thief.jar.set(name, value);
    const answer = await visitor.signOut({ callbackUrl: "/login" });
    expect([answer.status, answer.json]).toEqual([200, { url: `${ORIGIN}/login` }]);
    expect(answer.cookies).toContain("next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    expect((await thief.get("/session")).json).toEqual({});
  });

  test("makes the browser clear its cache, but not its stored drafts and preferences", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    await visitor.signIn();
    expect((await visitor.get("/session")).headers.has("Clear-Site-Data")).toBe(false);
    for (const json of ["true", ""]) {
      await visitor.signIn();
      expect((await visitor.signOut({ json })).headers.get("Clear-Site-Data")).toBe('"cache"');
    }
    expect((await visitor.post("/signout", { csrfToken: "x" })).headers.has("Clear-Site-Data")).toBe(false);
  });

  test("sets a cookie until the next sign-in, which tells /login to drop unsent text", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    await visitor.signIn();
    expect(visitor.jar.get("signed-out")).toBeUndefined();
    await visitor.signOut({ json: "" });
    expect(visitor.jar.get("signed-out")).toBe("yes");
    await visitor.signIn({ password: "wrong" });
    expect(visitor.jar.get("signed-out")).toBe("yes");
    await visitor.signIn();
    expect(visitor.jar.get("signed-out")).toBeUndefined();
  });

  test("gives the same response without a session", async ({ db }) => {
    const visitor = new Visitor(db);
    const asJson = await visitor.signOut({ callbackUrl: "/login" });
    expect([asJson.status, asJson.json]).toEqual([200, { url: `${ORIGIN}/login` }]);
    const asPage = await visitor.signOut({ callbackUrl: "/login", json: "" });
    expect([asPage.status, asPage.location]).toEqual([302, `${ORIGIN}/login`]);
  });

  test("GET ends no session: it redirects to the start page or to /login", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    expect((await visitor.get("/signout")).location).toBe(`${ORIGIN}/login`);
    await visitor.signIn();
    expect((await visitor.get("/signout?csrf=true")).location).toBe(`${ORIGIN}/`);
    expect((await visitor.get("/session")).json.user.name).toBe("Ada Lovelace");
  });
});

onEachDatabase("behaviour 1.12: GET error", (test) => {
  test("sign-in error codes redirect to /login through signin", async ({ db }) => {
    const codes = `Signin OAuthSignin OAuthCallback OAuthCreateAccount EmailCreateAccount Callback
      OAuthAccountNotLinked EmailSignin CredentialsSignin SessionRequired`;
    for (const code of codes.split(/\s+/)) {
      const visitor = new Visitor(db);
      const first = await visitor.get(`/error?error=${code}`);
      expect([first.status, first.location]).toEqual([302, `${ORIGIN}/api/auth/signin?error=${code}`]);
      const second = await visitor.get(`/signin?error=${code}`);
      expect(second.location).toBe(`${ORIGIN}/login?callbackUrl=${encodeURIComponent(ORIGIN)}&error=${code}`);
    }
  });

  test("other codes redirect straight to /login", async ({ db }) => {
    for (const code of ["Configuration", "AccessDenied", "Verification", "<script>"]) {
      const answer = await new Visitor(db).get(`/error?error=${encodeURIComponent(code)}`);
      expect([answer.status, answer.location]).toEqual([
        302,
        `${ORIGIN}/login?${new URLSearchParams({ error: code })}`,
      ]);
    }
  });

  test("redirects to /login without a code", async ({ db }) => {
    expect((await new Visitor(db).get("/error")).location).toBe(`${ORIGIN}/login`);
  });
});

describe("behaviour 1.12: the message on /login", async () => {
  const { signInSentence } = await import("~/features/auth/sign-in-errors");
  plain.each([
    ["CredentialsSignin", "The email or password is not right."],
    ["SessionRequired", "Sign in to open that page."],
    ["AccessDenied", "This account may not sign in."],
    ["OAuthCallback", "Signing in did not work."],
    ["<b>x</b>", "Signing in did not work."],
    ["constructor", "Signing in did not work."],
    ["", null],
    [null, null],
  ])("%s: %s", (code, sentence) => {
    expect(signInSentence(code)).toBe(sentence);
  });
});
