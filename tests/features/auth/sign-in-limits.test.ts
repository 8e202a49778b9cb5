import { expect, vi } from "vitest";
import { countFailure, delayOf, forgiveFailures } from "~/features/auth/sign-in-limits.server";
import { onEachDatabase } from "../../support/database";
import { quickHashOf } from "../../support/password";
import { aUser, NOW, Visitor } from "./visitor";

// The real scrypt, counted and sometimes held: a refused attempt must not cost CPU time.
const derivations = vi.hoisted(() => ({ count: 0, held: Promise.resolve() }));
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const scrypt = (...args: unknown[]) => {
    derivations.count++;
    void derivations.held.then(() => (crypto.scrypt as (...args: unknown[]) => void)(...args));
  };
  return { ...crypto, scrypt };
});

const WRONG = { password: "wrong" };

/** Records `count` failures without checking passwords, which would take a fifth of a second each. */
async function fail(visitor: Visitor, login: string, count: number) {
  for (let n = 0; n < count; n++) await countFailure(visitor.db, { login, address: visitor.address });
}

const HERE = { login: "ada@example.org", address: "192.0.2.1" };

onEachDatabase("behaviour 11: failed sign-ins", (test) => {
  test("delay an account's next attempt after ten, from any address; the right password works", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    const wrong = await visitor.signIn(WRONG);
    await fail(visitor, HERE.login, 9);
    expect(visitor.delays).toEqual([]);

    const elsewhere = new Visitor(db, "192.0.2.99");
    const another = await elsewhere.signIn(WRONG);
    expect([another.status, another.json]).toEqual([wrong.status, wrong.json]);
    expect([...another.headers.keys()]).toEqual([...wrong.headers.keys()]);
    expect((await elsewhere.signIn()).status).toBe(200);
    expect(elsewhere.delays).toEqual([1_000, 2_000]);
  });

  test("delay attempts on an unknown account just like on an existing one", async ({ db }) => {
    await aUser(db);
    const delays = [];
    for (const login of [HERE.login, "nobody@example.org"]) {
      await fail(new Visitor(db, `${login.length}.0.2.1`), login, 12);
      const visitor = new Visitor(db, `${login.length}.0.2.2`);
      const answer = await visitor.signIn({ email: login, password: "wrong" });
      delays.push([answer.status, visitor.delays]);
    }
    expect(delays).toEqual([
      [401, [4_000]],
      [401, [4_000]],
    ]);
  });

  test("don't hold up a browser that has signed in before, neither by delays nor a full queue", async ({ db }) => {
    await aUser(db);
    const known = new Visitor(db);
    await known.signIn();
    await known.signOut();
    for (const login of [HERE.login, "x@example.org"]) await fail(known, login, 30);
    expect([(await known.signIn()).status, known.delays]).toEqual([200, []]);

    const strangers = Array.from({ length: 60 }, (_, n) => new Visitor(db, `198.51.100.${n}`));
    const [csrf, token] = ["next-auth.csrf-token", known.jar.get("next-auth.csrf-token") ?? ""];
    for (const { jar } of strangers) jar.set(csrf, token);
    const tries = strangers.map((one) => one.signIn(WRONG));
    expect([(await known.signIn()).status, known.delays]).toEqual([200, []]);
    for (const { status } of await Promise.all(tries)) expect([401, 503]).toContain(status);
  });

  test("from a known browser count, too: after ten it is delayed like an unknown one", async ({ db }) => {
    await aUser(db);
    const known = new Visitor(db);
    await known.signIn();
    for (let n = 1; n <= 10; n++) await known.signIn(WRONG);
    expect(known.delays).toEqual([]);
    await known.signIn(WRONG);
    expect(known.delays).toEqual([1_000]);
  });

  test("from a known browser aren't forgiven when it signs in to another account", async ({ db }) => {
    await aUser(db);
    await aUser(db, { name: "Bob", email: "bob@example.org" });
    const shared = new Visitor(db);
    for (const email of [HERE.login, "bob@example.org"]) {
      await shared.signIn({ email });
      await shared.signOut();
    }
    for (let n = 1; n <= 10; n++) {
      await shared.signIn(WRONG);
      if (n % 5 === 0) await shared.signIn({ email: "bob@example.org" });
    }
    expect(shared.delays).toEqual([]);
    await shared.signIn(WRONG);
    expect(shared.delays).toEqual([1_000]);
  });

  test("double the delay each time, up to 15 seconds, or 8 from other addresses", async ({ db }) => {
    const delays = [];
    for (let n = 0; n < 16; n++) {
      delays.push(await delayOf(db, HERE));
      await countFailure(db, HERE);
    }
    expect(delays).toEqual([...Array(10).fill(0), 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(await delayOf(db, { ...HERE, address: "192.0.2.2" })).toBe(8_000); // the owner waits for others' failures
  });

  test("are forgiven by the right password after nine", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    await fail(visitor, "ada@example.org", 9);
    expect((await visitor.signIn()).status).toBe(200);
    const elsewhere = new Visitor(db, "192.0.2.2");
    expect((await elsewhere.signIn(WRONG)).status).toBe(401);
    expect((await elsewhere.signIn()).status).toBe(200);
    expect(elsewhere.delays).toEqual([]);
  });

  test("delay every account after ten from one network (one password tried on many)", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    for (let n = 1; n <= 10; n++) await fail(visitor, `guess${n}@example.org`, 1);
    expect([(await visitor.signIn(WRONG)).status, visitor.delays]).toEqual([401, [1_000]]);
    const elsewhere = new Visitor(db, "192.0.2.2");
    expect([(await elsewhere.signIn()).status, elsewhere.delays]).toEqual([200, []]);
  });

  test("are counted per IPv6 /64 and /48, so no household or ISP customer gets more tries", async ({ db }) => {
    const delayAt = (address: string) => delayOf(db, { login: "new@example.org", address });
    for (let n = 1; n <= 10; n++) await countFailure(db, { login: `a${n}`, address: `2001:db8:1:1::${n}` });
    expect([await delayAt("2001:db8:1:1:ffff::9"), await delayAt("2001:db8:1:2::1")]).toEqual([1_000, 0]);
    for (let n = 1; n <= 30; n++) await countFailure(db, { login: `b${n}`, address: `2001:db8:1:${n + 9}::1` });
    expect([await delayAt("2001:db8:1:ff::1"), await delayAt("2001:db8:2::1")]).toEqual([1_000, 0]);
  });

  test("from many networks with one password each are counted in total", async ({ db }) => {
    await countFailure(db, HERE);
    await db.updateTable("rate_limit").set({ points: 299 }).where("key", "like", "sign-in-all%").execute();
    const fresh = { login: "new@example.org", address: "203.0.113.9" };
    expect(await delayOf(db, fresh)).toBe(0);
    await countFailure(db, { login: "other@example.org", address: "203.0.113.8" });
    expect(await delayOf(db, fresh)).toBe(1_000);
  });

  test("for unknown accounts count, too, and the table holds no names", async ({ db }) => {
    const visitor = new Visitor(db);
    await visitor.signIn({ email: "nobody@example.org" });
    const rows = await db.selectFrom("rate_limit").selectAll().execute();
    expect(rows.map(({ points }) => points)).toEqual([1, 1, 1]);
    for (const { key } of rows) expect(key).toMatch(/^sign-in-(login|address|all):[0-9a-f]{64}$/);
  });

  test("are forgotten 15 minutes after the first", async ({ db }) => {
    const before = Date.now();
    await fail(new Visitor(db), HERE.login, 10);
    expect(await delayOf(db, HERE)).toBe(1_000);
    for (const { expire } of await db.selectFrom("rate_limit").select("expire").execute()) {
      expect((expire ?? 0) - before).toBeGreaterThanOrEqual(15 * 60_000);
      expect((expire ?? 0) - before).toBeLessThan(15 * 60_000 + 30_000);
    }
    await db
      .updateTable("rate_limit")
      .set({ expire: before - 1 })
      .execute();
    expect(await delayOf(db, HERE)).toBe(0);
    await countFailure(db, HERE);
    const rows = await db.selectFrom("rate_limit").select("points").execute();
    expect(rows.map(({ points }) => points)).toEqual([1, 1, 1]);
  });

  test("from all over an IPv6 /48 leave room for the account's owner in a new browser", async ({ db }) => {
    await aUser(db);
    await fail(new Visitor(db), HERE.login, 10);
    let goOn = () => {};
    const delayed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const strangers = Array.from({ length: 8 }, (_, n) => new Visitor(db, `2001:db8:1:${n % 4}::1`));
    for (const one of strangers) Object.assign(one, { delayed });
    const refused: number[] = [];
    const tries = strangers.map((one) =>
      one.signIn(WRONG).then(({ status }) => status === 503 && refused.push(status)),
    );
    const held = () => strangers.flatMap(({ delays }) => delays).length;
    await vi.waitFor(() => expect(held() + refused.length).toBe(8), { timeout: 30_000 });

    const owner = new Visitor(db, "192.0.2.50");
    expect((await owner.signIn()).status).toBe(200);
    expect([owner.delays, held()]).toEqual([[1_000], 4]);
    goOn();
    await Promise.all(tries);
  });

  test("from all over an IPv6 /48 share one queue, and others don't wait for all of it", async ({ db }) => {
    await aUser(db);
    const owner = new Visitor(db, "192.0.2.50");
    await owner.csrfToken();
    let goOn = () => {};
    derivations.held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let refused = 0;
    const tries = Array.from({ length: 50 }, async (_, n) => {
      const email = `person${n}@example.org`;
      await aUser(db, { email });
      const { status } = await new Visitor(db, `2001:db8:1:${n}::1`).signIn({ email, password: "wrong" });
      if (status === 503) refused++;
    });
    await vi.waitFor(() => expect(refused).toBe(8), { timeout: 30_000 }); // two are checked, forty wait
    const answer = owner.signIn();
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200))]);
    goOn();
    expect((await answer).status).toBe(200);
    await Promise.all(tries);
  });

  test("let four people behind one address wait at a time, as in an office", async ({ db }) => {
    await aUser(db);
    for (let n = 1; n <= 10; n++) await fail(new Visitor(db), `typo${n}@example.org`, 1);
    let goOn = () => {};
    const delayed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const people = Array.from({ length: 4 }, () => Object.assign(new Visitor(db), { delayed }));
    const statuses = people.map(async (one) => (await one.signIn()).status);
    await vi.waitFor(() => expect(people.flatMap(({ delays }) => delays)).toHaveLength(4), { timeout: 10_000 });
    goOn();
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
  });

  test("can't exceed the limit by running at once: beyond it, only four per network wait", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    await visitor.csrfToken();
    await fail(visitor, "ada@example.org", 5);
    derivations.count = 0;
    let goOn = () => {};
    visitor.delayed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const statuses: number[] = [];
    const tries = Array.from({ length: 30 }, () => visitor.signIn(WRONG).then(({ status }) => statuses.push(status)));
    await vi.waitFor(() => expect(statuses).toHaveLength(26), { timeout: 30_000 });
    expect(derivations.count).toBeLessThanOrEqual(6); // two are checked in parallel
    goOn();
    await Promise.all(tries);
    expect(statuses.filter((status) => status === 401).length).toBe(derivations.count);
    expect(derivations.count).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(20);
  });

  test("beyond the queue are 503 with Retry-After, and the page keeps the email", async ({ db }) => {
    await aUser(db);
    const visitor = new Visitor(db);
    await fail(visitor, "ada@example.org", 12);
    let goOn = () => {};
    visitor.delayed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await visitor.csrfToken();
    const waiting = Array.from({ length: 4 }, () => visitor.signIn(WRONG));
    await vi.waitFor(() => expect(visitor.delays).toHaveLength(4));
    const asJson = await visitor.signIn();
    expect([asJson.status, asJson.json, asJson.headers.get("Retry-After")]).toEqual([
      503,
      { url: "http://desk.example.org:4500/api/auth/error?error=TooManySignIns" },
      "5",
    ]);
    const asPage = await visitor.signIn({ json: "" });
    expect([asPage.status, asPage.location]).toEqual([302, asJson.json.url]);
    expect(asPage.cookies).toContainEqual(expect.stringMatching(/^typed-email=ada%40example.org; /));
    expect((await visitor.get("/error?error=TooManySignIns")).location).toMatch(/\/login\?error=TooManySignIns$/);
    goOn();
    await Promise.all(waiting);
  });

  test("are counted outside an open transaction, even if that rolls back", async ({ db }) => {
    const attempt = { login: "ada@example.org", address: "192.0.2.1" };
    let counted: Promise<void> = Promise.resolve();
    const failed = db.transaction().execute(async (tx) => {
      await tx.insertInto("team").values({ name: "never", is_default: 0 }).execute();
      counted = countFailure(db, attempt);
      await new Promise((resolve) => setTimeout(resolve, 30));
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    await counted;
    expect(await db.selectFrom("rate_limit").select("points").execute()).toEqual([
      { points: 1 },
      { points: 1 },
      { points: 1 },
    ]);
    await forgiveFailures(db, attempt);
    expect(await db.selectFrom("rate_limit").select("points").execute()).toEqual([{ points: 1 }, { points: 1 }]);
  });
});

onEachDatabase("the cookie of a known browser", (test) => {
  const deviceOf = (visitor: Visitor) => visitor.jar.get("sign-in-device") ?? "";
  /** The delays of another visitor with this cookie while the account is under attack. */
  async function delaysWith(visitor: Visitor, cookie: string, email = "ada@example.org") {
    const other = new Visitor(visitor.db, "203.0.113.77");
    other.jar.set("sign-in-device", cookie);
    await fail(new Visitor(visitor.db, "203.0.113.78"), email, 11);
    await other.signIn({ email });
    return other.delays;
  }

  test("lasts 400 days, survives sign-out, names no user and opens no session", async ({ db }) => {
    const ada = await aUser(db);
    const visitor = new Visitor(db);
    const { cookies } = await visitor.signIn();
    const line = cookies.find((each) => each.startsWith("sign-in-device="));
    expect(line).toMatch(/^sign-in-device=[\w-]{22}\.[0-9a-f]{24}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(Date.parse(/Expires=([^;]+)/.exec(line ?? "")?.[1] ?? "") - NOW).toBe(400 * 86_400_000);
    const before = deviceOf(visitor);
    await visitor.signOut();
    expect(deviceOf(visitor)).toBe(before);
    expect(Buffer.from(before, "base64url").toString("latin1")).not.toMatch(/ada/i);

    const bearer = new Visitor(db);
    bearer.jar.set("sign-in-device", before);
    bearer.jar.set("next-auth.session-token", before);
    expect((await bearer.get("/session")).json).toEqual({});
    expect(ada).toBeGreaterThan(0);
  });

  test("is ignored for another account, when tampered with, or after a password change", async ({ db }) => {
    const ada = await aUser(db);
    await aUser(db, { name: "Bob", email: "bob@example.org" });
    const visitor = new Visitor(db);
    await visitor.signIn();
    const cookie = deviceOf(visitor);
    expect(await delaysWith(visitor, cookie)).toEqual([]);
    expect(await delaysWith(visitor, cookie, "bob@example.org")).toEqual([2_000]);
    const [id = ""] = cookie.split(".");
    const former = `${id}.${"A".repeat(22)}`; // as earlier builds wrote it
    const changed = `${cookie.startsWith("A") ? "B" : "A"}${cookie.slice(1)}`;
    for (const forged of [changed, cookie.slice(0, -1), id, former, "x.y", "%zz"])
      expect(await delaysWith(visitor, forged), forged).toEqual([2_000]);
    await db
      .updateTable("user")
      .set({ password_hash: quickHashOf("another one") })
      .where("id", "=", ada)
      .execute();
    expect(await delaysWith(visitor, cookie)).toEqual([2_000]);
  });

  test("works for every user who shares the browser", async ({ db }) => {
    await aUser(db);
    await aUser(db, { name: "Bob", email: "bob@example.org" });
    const visitor = new Visitor(db);
    for (const email of ["ada@example.org", "bob@example.org"]) {
      await visitor.signIn({ email });
      await visitor.signOut();
    }
    const cookie = deviceOf(visitor);
    for (const email of ["ada@example.org", "bob@example.org"])
      expect(await delaysWith(visitor, cookie, email)).toEqual([]);
  });
});
