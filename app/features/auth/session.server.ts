import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/user-schema";

/** Who is signed in, and until when (UTC milliseconds). */
export type Session = { viewer: Viewer; expiresAt: number };

const looking = new WeakMap<AppLoadContext, Promise<Session | null>>();
const found = new WeakMap<AppLoadContext, Session>();

/** The session of this request, looked up once however many loaders ask. Null for a visitor without a valid one. */
export function openSession(db: Db, request: Request, context: AppLoadContext, now: number): Promise<Session | null> {
  let session = looking.get(context);
  if (!session) {
    session = findSession(db, request, now).then((answer) => {
      if (answer) found.set(context, answer);
      return answer;
    });
    looking.set(context, session);
  }
  return session;
}

/** The signed-in person. Throws on a public route, where there may be none: ask `openSession` there. */
export function viewerOf(context: AppLoadContext): Viewer {
  const session = found.get(context);
  if (!session) throw new Error("viewerOf was asked on a route that is open to visitors without a session.");
  return session.viewer;
}

/** What the database holds instead of a session's id. */
export const hashOf = (id: string) => createHash("sha256").update(id).digest("hex");

const COOKIE = /(?:^|;\s*)(?:__Secure-)?next-auth\.session-token=([^;]*)/;

async function findSession(db: Db, request: Request, now: number): Promise<Session | null> {
  const id = COOKIE.exec(request.headers.get("Cookie") ?? "")?.[1];
  if (!id) return null;
  const row = await db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select(["user.id", "user.name", "user.email", "user.role", "session.expires_at"])
    .where("session.id_hash", "=", hashOf(id))
    .where("session.expires_at", ">", now)
    .where("user.state", "=", "active")
    .executeTakeFirst();
  if (!row) return null;
  const { expires_at, ...viewer } = row;
  return { viewer, expiresAt: expires_at };
}
