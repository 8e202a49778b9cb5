import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterSQLite, type RateLimiterStoreAbstract } from "rate-limiter-flexible";
import { rawOf } from "~/db/connect.server";
import type { Db } from "~/db/types";
import { log } from "~/lib/log.server";
import { networksOf } from "~/lib/network-address.server";

const WINDOW_SECONDS = 15 * 60;

/** Attempts are delayed after `failures` in the window, by at most `mostMs`. */
type Limit = {
  failures: number;
  /** Every `step` further failures double the delay, which starts at one second. */
  step: number;
  mostMs: number;
};

const LIMITS = {
  /** Per account, from anywhere. Short, because its owner waits too. */
  login: { failures: 10, step: 1, mostMs: 8_000 },
  /** Per network: an IPv4 address or an IPv6 /64. */
  address: { failures: 10, step: 1, mostMs: 15_000 },
  /** Per IPv6 /48, which has 65,536 networks and often one owner. */
  site: { failures: 40, step: 4, mostMs: 15_000 },
  /** All accounts and networks together, against many that try one password each. */
  all: { failures: 300, step: 30, mostMs: 8_000 },
  /** Per account and browser that has signed in to it before; beyond the limit it counts as a stranger's. */
  device: { failures: 10, step: 1, mostMs: 8_000 },
  /** Requests for links by email, per network; beyond the limit they are refused. */
  links: { failures: 20, step: 1, mostMs: 0 },
} satisfies Record<string, Limit>;

type Kind = keyof typeof LIMITS;

/**
 * login    the `email_key`, whether or not an account has it
 * address  the browser's network address
 * device   the browser, if the account has signed in there before (`knownDevice`)
 */
export type Attempt = { login: string; address: string; device?: string | null };

/** Whether this browser has signed in to the account before and hasn't failed too often since. */
export async function isTrusted(db: Db, { device }: Attempt): Promise<boolean> {
  return !!device && (await limitsOf(db).failures("device", device)) < LIMITS.device.failures;
}

/** Milliseconds to wait before checking the password; 0 below every limit. */
export async function delayOf(db: Db, attempt: Attempt): Promise<number> {
  const { failures } = limitsOf(db);
  const delays = keysOf(attempt).map(async ([kind, key]) => delayFor(LIMITS[kind], await failures(kind, key)));
  return Math.max(...(await Promise.all(delays)));
}

function delayFor({ failures, step, mostMs }: Limit, count: number): number {
  return count < failures ? 0 : Math.min(1_000 * 2 ** Math.floor((count - failures) / step), mostMs);
}

/** Counts a wrong password, even for an account that doesn't exist. */
export async function countFailure(db: Db, attempt: Attempt): Promise<void> {
  const { count } = limitsOf(db);
  const { device, address } = attempt;
  for (const [kind, key] of [...keysOf(attempt), ...(device ? [["device", device] as const] : [])]) {
    const failures = await count(kind, key);
    if (failures !== LIMITS[kind].failures) continue;
    if (kind === "address") {
      log.warn(
        { address },
        "Too many failed sign-ins from this address. If it's a proxy, set AUTH_TRUST_HOST to tell its clients apart.",
      );
    }
    if (kind === "all") {
      log.warn(
        { failures },
        "Too many failed sign-ins in 15 minutes across all accounts and networks. New attempts are delayed.",
      );
    }
  }
}

/** After the right password, clears the failures of the account but not of its networks. */
export async function forgiveFailures(db: Db, { login, device }: Attempt): Promise<void> {
  const { forget } = limitsOf(db);
  await forget("login", login);
  if (device) await forget("device", device);
}

/** Counts a request for a link by email. False once its network has sent too many. */
export async function allowsLinkRequest(db: Db, address: string): Promise<boolean> {
  const { network } = networksOf(address);
  return (await limitsOf(db).count("links", network)) <= LIMITS.links.failures;
}

function keysOf({ login, address }: Attempt): [Exclude<Kind, "device" | "links">, string][] {
  const { network, site } = networksOf(address);
  return [
    ["address", network],
    ["login", login],
    ["all", ""],
    ...(site === null ? [] : [["site", site] satisfies [Kind, string]]),
  ];
}

type Limits = {
  of: Record<Kind, RateLimiterStoreAbstract>;
  alone: <T>(work: () => Promise<T>) => Promise<T>;
};

const made = new WeakMap<Db, Limits>();

function limitsOf(db: Db) {
  const limits = made.get(db) ?? makeLimits(db);
  made.set(db, limits);
  // Hashed, to bound the length and keep names out of the table.
  const keyOf = (text: string) => createHash("sha256").update(text).digest("hex");
  return {
    failures: async (kind: Kind, key: string) =>
      (await limits.alone(() => limits.of[kind].get(keyOf(key))))?.consumedPoints ?? 0,
    count: async (kind: Kind, key: string) =>
      (await limits.alone(() => limits.of[kind].penalty(keyOf(key)))).consumedPoints,
    forget: (kind: Kind, key: string) => limits.alone(() => limits.of[kind].delete(keyOf(key))),
  };
}

function makeLimits(db: Db): Limits {
  const raw = rawOf(db);
  const options = (kind: Kind) => ({
    keyPrefix: `sign-in-${kind}`,
    points: LIMITS[kind].failures,
    duration: WINDOW_SECONDS,
    tableName: "rate_limit",
    tableCreated: true,
    clearExpiredByTimeout: false, // `sweepExpired` does it, every hour
  });
  const ofEach = (limiter: (kind: Kind) => RateLimiterStoreAbstract) =>
    Object.fromEntries((Object.keys(LIMITS) as Kind[]).map((kind) => [kind, limiter(kind)])) as Limits["of"];
  if (raw.engine === "postgres") {
    // Through Kysely, for its query deadlines.
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }; // the shape pg returns
    };
    const storeClient = { query };
    const of = ofEach((kind) => new RateLimiterPostgres({ ...options(kind), storeClient, storeType: "client" }));
    return { of, alone: (work) => work() };
  }
  const { handle, alone } = raw;
  const of = ofEach(
    (kind) => new RateLimiterSQLite({ ...options(kind), storeClient: handle, storeType: "better-sqlite3" }),
  );
  // The limiter shares the only handle, so it writes outside any transaction that might be rolled back.
  return { of, alone };
}
