import type { AppLoadContext } from "@remix-run/node";
import { incidentally } from "~/db/database-errors.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { clearCookie, hasCookie, readCookie, setCookie } from "~/http/cookies.server";
import { DAY_MS } from "~/lib/durations";
import { cookiesOf, SESSION_MS } from "./auth-cookies.server";
import { forgetSignOut } from "./oidc-cookies.server";
import { findSession, renewSession, retireOldCookie, type Session } from "./session-queries.server";

export type { Session };

const looking = new WeakMap<AppLoadContext, Promise<Session | null>>();
const found = new WeakMap<AppLoadContext, Session>();
const movedOn = new WeakSet<Session>();

/**
 * The request's session, looked up once however many loaders ask; null without a valid one. Extends it once a day, so that it
 * also stays alive without scripts.
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
  const session = await findSessionOf(db, request, now);
  if (!session || usesOldCookie(request)) return session; // its cookie is exchanged first
  const renewed = await incidentally(renewSession(db, session, DAY_MS, now));
  if (renewed === undefined) return session; // a later request renews it
  if (renewed && renewed !== session) movedOn.add(renewed);
  return renewed;
}

/** The signed-in person. Throws on a public route, where there may be none: call `openSession` there. */
export function viewerOf(context: AppLoadContext): Viewer {
  const session = found.get(context);
  if (!session) throw new Error("viewerOf was asked on a route that is open to visitors without a session.");
  return session.viewer;
}

/** Whether the request uses the session cookie of earlier releases. One that has the new cookie never does. */
function usesOldCookie(request: Request): boolean {
  const { session, oldSession } = cookiesOf(request);
  return oldSession !== null && !hasCookie(request, session);
}

/** The unchecked id in the session cookie. Null for two that differ. */
export function sessionIdOf(request: Request): string | null {
  const { session, oldSession } = cookiesOf(request);
  return readCookie(request, usesOldCookie(request) && oldSession ? oldSession : session);
}

export async function findSessionOf(db: Db, request: Request, now: number): Promise<Session | null> {
  const session = await findSession(db, sessionIdOf(request), now);
  return session && usesOldCookie(request) && !session.hasOldCookie ? null : session;
}

/** Sets the session cookie and removes an old one. */
export function sessionCookies(request: Request, id: string, expires: number): string[] {
  const { session, secure } = cookiesOf(request);
  return [setCookie(session, id, { secure, expires }), ...clearOldCookie(request)];
}

/** The cookies of a browser that has just signed in without a password. */
export const newSessionCookies = (request: Request, id: string, now: number) => [
  ...sessionCookies(request, id, now + SESSION_MS),
  forgetSignOut(cookiesOf(request)),
];

/** Removes only session cookies this request sent: by now the browser may have exchanged the old cookie for the new one. */
export function clearSessionCookies(request: Request): string[] {
  const { session } = cookiesOf(request);
  return [...clearIfSent(request, session), ...clearOldCookie(request)];
}

function clearOldCookie(request: Request): string[] {
  const { oldSession } = cookiesOf(request);
  return oldSession === null ? [] : clearIfSent(request, oldSession);
}

const clearIfSent = (request: Request, name: string) =>
  hasCookie(request, name) ? [clearCookie(name, cookiesOf(request).secure)] : [];

/** The cookie to send again if its session was just extended, or came under its retired old name; else empty. */
export async function renewedCookies(db: Db, request: Request, session: Session | null): Promise<string[]> {
  const id = sessionIdOf(request);
  if (!session || !id) return [];
  const isNew = usesOldCookie(request)
    ? (await incidentally(retireOldCookie(db, session))) !== false
    : movedOn.has(session);
  return isNew ? sessionCookies(request, id, session.expiresAt) : [];
}
