import { hash, timingSafeEqual } from "node:crypto";
import { randomToken } from "~/lib/random.server";

/** `token` is what a form sends back; `cookie` is `token|hash`, or null when the visitor's own cookie stays. */
export type Csrf = { token: string; cookie: string | null };

/**
 * The visitor's token: the one in a valid cookie, else a new pair.
 *
 * Shape   "<64 hex digits>|<64 hex digits>": the token, and the SHA-256 of the token directly followed by the secret.
 */
export function csrfOf(cookie: string | undefined, secret: string): Csrf {
  const token = tokenIn(cookie, secret);
  if (token) return { token, cookie: null };
  const fresh = randomToken();
  return { token: fresh, cookie: `${fresh}|${hashOf(fresh, secret)}` };
}

/** True when the cookie was made with our secret and the form repeats its token. */
export function csrfIsVerified(cookie: string | undefined, field: string | undefined, secret: string): boolean {
  const token = tokenIn(cookie, secret);
  return token !== null && field !== undefined && same(token, field);
}

function tokenIn(cookie: string | undefined, secret: string): string | null {
  const [token = "", hash = "", ...rest] = (cookie ?? "").split("|");
  if (!/^[0-9a-f]{64}$/.test(token) || rest.length > 0) return null;
  return same(hash, hashOf(token, secret)) ? token : null;
}

const hashOf = (token: string, secret: string) => hash("sha256", `${token}${secret}`);

/** Compares in a time that does not depend on where the two differ. */
function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
