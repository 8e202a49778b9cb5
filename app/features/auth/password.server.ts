import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { turns } from "~/lib/concurrency-limit";

type Cost = { logN: number; r: number; p: number };

/** 32 MB and about a fifth of a second on a small machine. Source: OWASP password storage cheat sheet. */
const COST: Cost = { logN: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Two hashes at once: each holds 32 MB and one of Node's four threads. */
const inTurn = turns(2);

/**
 * A password hash to store.
 *
 * Shape   "$scrypt$ln=15,r=8,p=3$<salt>$<key>", salt and key in base64url. Each hash has its cost, so the cost can grow
 *         while old hashes still work.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return format(COST, salt, key);
}

/** Checks a password. Without a stored one it takes just as long, against a hash that nothing matches. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = (stored && parse(stored)) || NOBODY;
  const key = await derive(password, hash.salt, hash.cost);
  return timingSafeEqual(key, hash.key) && hash !== NOBODY;
}

type Parsed = { cost: Cost; salt: Buffer; key: Buffer };

const NOBODY: Parsed = { cost: COST, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

const format = ({ logN, r, p }: Cost, salt: Buffer, key: Buffer) =>
  `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;

/** Null for a text that isn't our hash, or one that would cost more than 256 MB of memory. */
function parse(stored: string): Parsed | null {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]{43})$/.exec(stored);
  if (!match) return null;
  const [, logN, r, p, salt = "", key = ""] = match;
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  if (cost.logN < 1 || cost.r < 1 || cost.p < 1 || 2 ** cost.logN * cost.r > 2 ** 21) return null;
  return { cost, salt: Buffer.from(salt, "base64url"), key: Buffer.from(key, "base64url") };
}

async function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password, salt, KEY_BYTES, { N, r, p, maxmem: 128 * r * (N + p + 2) }, (error, derived) =>
          error ? reject(error) : resolve(derived),
        );
      }),
  );
}
