import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { RateLimiterPostgres, RateLimiterSQLite, type RateLimiterStoreAbstract } from "rate-limiter-flexible";
import { rawOf } from "~/db/connect.server";
import type { Db } from "~/db/types";
import { log } from "~/lib/log.server";

/** Failed sign-ins before further ones are refused unseen, and the seconds they count. */
const FAILURES = 10;
const WINDOW_SECONDS = 15 * 60;

/** Whose attempt: the account's `email_key`, known to us or not, and the network address of the browser. */
export type Attempt = { login: string; address: string };

/** Whether the password of this attempt may be looked at; false once either has failed too often. */
export async function mayAttempt(db: Db, { login, address }: Attempt): Promise<boolean> {
  const { failures } = limitsOf(db);
  return (await failures("address", networkOf(address))) < FAILURES && (await failures("login", login)) < FAILURES;
}

/** Counts a wrong password, for an account that exists as for one that does not. */
export async function countFailure(db: Db, { login, address }: Attempt): Promise<void> {
  const { count } = limitsOf(db);
  const ofAddress = await count("address", networkOf(address));
  await count("login", login);
  if (ofAddress === FAILURES) {
    log.warn(
      { address },
      "Too many failed sign-ins from this address. If it is a proxy, AUTH_TRUST_HOST tells its clients apart.",
    );
  }
}

/** The right password was given: earlier wrong ones are forgiven to the account, not to the address. */
export async function forgiveFailures(db: Db, { login }: Attempt): Promise<void> {
  await limitsOf(db).forget("login", login);
}

/**
 * What counts as one address. A household or server is given a whole /64 of IPv6, so only that half is looked at:
 * "2001:db8:0:1::/64". IPv4 stays as it is, also where it arrives as "::ffff:192.0.2.1".
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%"); // "fe80::1%eth0"
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (v4) return v4;
  if (!isIPv6(plain)) return plain;
  const [left = "", right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const [before, after] = [left, right ?? ""].map((half) => (half === "" ? [] : half.split(":")));
  const missing = right === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array<string>(missing).fill("0"), ...(after ?? [])];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

type Kind = "address" | "login";
type Limits = Record<Kind, RateLimiterStoreAbstract> & { alone: <T>(work: () => Promise<T>) => Promise<T> };

const made = new WeakMap<Db, Limits>();

function limitsOf(db: Db) {
  const limits = made.get(db) ?? makeLimits(db);
  made.set(db, limits);
  // Hashed: bounded in length, and the table names nobody.
  const keyOf = (text: string) => createHash("sha256").update(text).digest("hex");
  return {
    failures: async (kind: Kind, key: string) =>
      (await limits.alone(() => limits[kind].get(keyOf(key))))?.consumedPoints ?? 0,
    count: async (kind: Kind, key: string) =>
      (await limits.alone(() => limits[kind].penalty(keyOf(key)))).consumedPoints,
    forget: (kind: Kind, key: string) => limits.alone(() => limits[kind].delete(keyOf(key))),
  };
}

function makeLimits(db: Db): Limits {
  const raw = rawOf(db);
  const options = (kind: Kind) => ({
    keyPrefix: `sign-in-${kind}`,
    points: FAILURES,
    duration: WINDOW_SECONDS,
    tableName: "rate_limit",
    tableCreated: true,
    clearExpiredByTimeout: false, // `sweepExpired` does it, every hour
  });
  if (raw.engine === "postgres") {
    const limiter = (kind: Kind) =>
      new RateLimiterPostgres({ ...options(kind), storeClient: raw.pool, storeType: "pool" });
    return { address: limiter("address"), login: limiter("login"), alone: (work) => work() };
  }
  const limiter = (kind: Kind) =>
    new RateLimiterSQLite({ ...options(kind), storeClient: raw.handle, storeType: "better-sqlite3" });
  // The limiter writes on the one handle there is: outside a transaction that might be rolled back.
  return { address: limiter("address"), login: limiter("login"), alone: raw.alone };
}
