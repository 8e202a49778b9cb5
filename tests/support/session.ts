import type { Db } from "~/db/types";
import { authCookies, SESSION_MS } from "~/features/auth/auth-cookies.server";
import { hashOf } from "~/features/auth/session-queries.server";
import { randomToken } from "~/lib/random.server";

/**
 * The Cookie header of a person who is signed in: a session made in the database, without the form and its scrypt. Its name
 * depends on the origin that browsers know.
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
