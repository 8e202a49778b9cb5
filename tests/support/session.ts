import type { Db } from "~/db/types";
import { authCookies, SESSION_MS } from "~/features/auth/auth-cookies.server";
import { hashOf } from "~/features/auth/session-queries.server";
import { randomToken } from "~/lib/random.server";

/**
 * Creates a session in the database, without the sign-in form and its scrypt. Returns the Cookie header. The cookie's
 * name depends on the origin that browsers use.
 */
export async function cookieOf(db: Db, { id }: { id: number }, origin = ""): Promise<string> {
  const token = randomToken();
  const now = Date.now();
  await db
    .insertInto("session")
    .values({ id_hash: hashOf(token), user_id: id, created_at: now, expires_at: now + SESSION_MS })
    .execute();
  return `${authCookies(origin).session}=${token}`;
}
