import { describe, expect, test as plain, vi } from "vitest";
import { countFailure, forgiveFailures, mayAttempt, networkOf } from "~/features/auth/sign-in-limits.server";
import { onEachDatabase } from "../../support/database";
import { someone, Visitor } from "./visitor";

// The real scrypt, counted: what is refused unseen must not cost the processor, and must not be quicker either.
const derivations = vi.hoisted(() => ({ count: 0 }));
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const scrypt = (...args: unknown[]) => {
    derivations.count++;
    return (crypto.scrypt as (...args: unknown[]) => void)(...args);
  };
  return { ...crypto, scrypt };
});

const WRONG = { password: "wrong" };

/** Makes `count` failures out of nothing but the count: a password each would take a fifth of a second. */
async function fail(visitor: Visitor, login: string, count: number) {
  for (let n = 0; n < count; n++) await countFailure(visitor.db, { login, address: visitor.address });
}

onEachDatabase("behaviour 11: failed sign-ins", (test) => {
  test("are refused after ten in the account, whatever the password, and answered like a wrong one", async ({ db }) => {
    await someone(db);
    const visitor = new Visitor(db);
    const wrong = await visitor.signIn(WRONG);
    for (let n = 2; n <= 10; n++) await visitor.signIn(WRONG);
    const refused = await new Visitor(db, "192.0.2.99").signIn(); // the right one, from elsewhere
    expect([refused.status, refused.json]).toEqual([wrong.status, wrong.json]);
    expect([...refused.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  test("nine are forgiven by the right password", async ({ db }) => {
    await someone(db);
    const visitor = new Visitor(db);
    await fail(visitor, "ada@example.org", 9);
    expect((await visitor.signIn()).status).toBe(200);
    expect((await new Visitor(db, "192.0.2.2").signIn(WRONG)).status).toBe(401);
    expect((await new Visitor(db, "192.0.2.2").signIn()).status).toBe(200);
  });

  test("are refused after ten from one address, for every account", async ({ db }) => {
    await someone(db);
    const visitor = new Visitor(db);
    for (let n = 1; n <= 10; n++) await fail(visitor, `guess${n}@example.org`, 1);
    expect((await visitor.signIn()).status).toBe(401);
    expect((await new Visitor(db, "192.0.2.2").signIn()).status).toBe(200);
  });

  test("of people nobody knows count as well, and the table names none of them", async ({ db }) => {
    const visitor = new Visitor(db);
    await visitor.signIn({ email: "nobody@example.org" });
    const rows = await db.selectFrom("rate_limit").selectAll().execute();
    expect(rows.map(({ points }) => points)).toEqual([1, 1]);
    for (const { key } of rows) expect(key).toMatch(/^sign-in-(login|address):[0-9a-f]{64}$/);
  });

  test("are forgotten 15 minutes after the first", async ({ db }) => {
    const attempt = { login: "ada@example.org", address: "192.0.2.1" };
    const before = Date.now();
    await fail(new Visitor(db), attempt.login, 10);
    expect(await mayAttempt(db, attempt)).toBe(false);
    for (const { expire } of await db.selectFrom("rate_limit").select("expire").execute()) {
      expect((expire ?? 0) - before).toBeGreaterThanOrEqual(15 * 60_000);
      expect((expire ?? 0) - before).toBeLessThan(15 * 60_000 + 30_000);
    }
    await db
      .updateTable("rate_limit")
      .set({ expire: before - 1 })
      .execute();
    expect(await mayAttempt(db, attempt)).toBe(true);
    await countFailure(db, attempt);
    expect((await db.selectFrom("rate_limit").select("points").execute()).map(({ points }) => points)).toEqual([1, 1]);
  });

  test("cannot be tried in greater number by trying at once", async ({ db }) => {
    await someone(db);
    const csrf = new Visitor(db);
    await csrf.csrfToken();
    await fail(csrf, "ada@example.org", 5);
    derivations.count = 0;
    const tries = Array.from({ length: 30 }, () => csrf.signIn(WRONG));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
    expect(derivations.count).toBeGreaterThanOrEqual(5);
    expect(derivations.count).toBeLessThanOrEqual(6); // two are looked at together
  });

  test("are counted apart from a transaction that is open meanwhile and fails", async ({ db }) => {
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
    expect(await db.selectFrom("rate_limit").select("points").execute()).toEqual([{ points: 1 }, { points: 1 }]);
    await forgiveFailures(db, attempt);
    expect(await db.selectFrom("rate_limit").select("points").execute()).toEqual([{ points: 1 }]);
  });
});

describe("one address", () => {
  plain.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
    ["2001:DB8:0:1::9", "2001:db8:0:1::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["not an address", "not an address"],
    ["", ""],
  ])("%s counts as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
