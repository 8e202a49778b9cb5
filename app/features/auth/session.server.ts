import type { AppLoadContext } from "@remix-run/node";
import { incidentally } from "~/db/incidental.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/user-words";
import { readCookie, setCookie } from "~/http/cookies.server";
import { DAY_MS } from "~/lib/durations";
import { settings } from "~/lib/settings.server";
import { authCookies } from "./auth-cookies.server";
import { authOrigin } from "./auth-origin.server";
import { findSession, renewSession, type Session } from "./session-queries.server";

export type { Session };

const looking = new WeakMap<AppLoadContext, Promise<Session | null>>();
const found = new WeakMap<AppLoadContext, Session>();
const movedOn = new WeakSet<Session>();

/**
 * The session of this request, looked up once however many loaders ask. Null for a visitor without a valid one. Using
 * the site keeps a session alive, also where no script fetches it: once a day its end moves on.
 */
export function openSession(db: Db, request: Request, context: AppLoadContext, now: number): Promise<Session | null> {
  let session = looking.get(context);
  if (!session) {
    session = lookUp(db, request, now).then((answer) => {
      if (answer) found.set(context, answer);
      return answer;
    });
    looking.set(context, session);
  }
  return session;
}

async function lookUp(db: Db, request: Request, now: number): Promise<Session | null> {
  const session = await findSession(db, sessionIdOf(request), now);
  if (!session) return null;
  const renewed = await incidentally(renewSession(db, session, DAY_MS, now));
  if (renewed === undefined) return session; // a later request renews it
  if (renewed && renewed !== session) movedOn.add(renewed);
  return renewed;
}

/** The signed-in person. Throws on a public route, where there may be none: ask `openSession` there. */
export function viewerOf(context: AppLoadContext): Viewer {
  const session = found.get(context);
  if (!session) throw new Error("viewerOf was asked on a route that is open to visitors without a session.");
  return session.viewer;
}

/** What the session cookie says; not looked up yet. */
export function sessionIdOf(request: Request): string | null {
  return readCookie(request, authCookies(authOrigin(request, settings()) ?? "").session);
}

/** The cookie again with its new end, for a session that `openSession` has just moved on; null for any other. */
export function renewedCookie(request: Request, session: Session | null): string | null {
  const id = sessionIdOf(request);
  if (!session || !id || !movedOn.has(session)) return null;
  const { session: name, secure } = authCookies(authOrigin(request, settings()) ?? "");
  return setCookie(name, id, { secure, expires: session.expiresAt });
}
