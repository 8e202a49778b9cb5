import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import { saveBrowserZone } from "~/features/users/preferences.server";
import { passwordHashOf } from "~/features/users/user-queries.server";
import { USER_LIMITS } from "~/features/users/users";
import { jsonError } from "~/http/error-responses.server";
import { log } from "~/lib/log.server";
import { settings } from "~/lib/settings.server";
import { SESSION_MS } from "./auth-cookies.server";
import * as say from "./auth-copy";
import { type AuthRequest, BASE_PATH, readAuthRequest } from "./auth-request.server";
import { noteBlockedSignIn } from "./blocked-sign-ins.server";
import { asHeader } from "./callback-url";
import { type SignIn, signInWithPassword, type Wait } from "./credentials.server";
import { beginExternal, EXTERNAL_ID, finishExternal } from "./external-sign-in.server";
import { providersAnswer, providersOf } from "./login-page.server";
import {
  clearExternalSignIn,
  externalSignInCookies,
  forgetSignOut,
  readExternalSignIn,
  rememberSignOut,
  typedEmailCookie,
} from "./oidc-cookies.server";
import { clearSessionCookies, findSessionOf, sessionCookies, sessionIdOf } from "./session.server";
import { endSession, renewSession, retireOldCookie, startSession } from "./session-queries.server";
import { deviceCookie } from "./sign-in-device.server";
import { TOO_MANY_SIGN_INS } from "./sign-in-errors";

/** `segments`: the path after the base. `address`: the browser's network address. `wait`: delays a sign-in. */
type Asked = { request: Request; segments: string[]; address: string; now: number; wait?: Wait };

type Call = { db: Db; auth: AuthRequest; provider: string | undefined; address: string; now: number; wait: Wait };

/** JSON to send, or a URL to go to. `status` applies only when the URL is sent as JSON; a redirect is always 302. */
type Result = { cookies?: string[]; headers?: Record<string, string> } & (
  | { json: unknown }
  | { goTo: string; status?: 200 | 401 | 403 | 503 }
  | { refused: string }
);

/** Handles `/api/auth/…` the way NextAuth.js 4 does. */
export async function answerAuth(db: Db, { request, segments, address, now, wait = sleep }: Asked): Promise<Response> {
  const auth = await readAuthRequest(request);
  const [action = "", provider] = segments;
  const endpoint = endpointOf(request.method, action, segments.length);
  const result: Result =
    auth.query.getAll("error").length > 1
      ? { refused: say.repeatedErrorParameter }
      : ((await endpoint?.({ db, auth, provider, address, now, wait })) ?? { refused: say.noSuchEndpoint });

  const response = toResponse(auth, result);
  for (const [name, value] of Object.entries(result.headers ?? {})) response.headers.set(name, value);
  const upkeep = action === "providers" ? [] : auth.upkeep;
  for (const cookie of [...upkeep, ...(result.cookies ?? [])]) response.headers.append("Set-Cookie", cookie);
  return response;
}

function toResponse({ request, fields }: AuthRequest, result: Result): Response {
  // Personal, so never cached.
  const headers = { "Cache-Control": "private, no-cache, no-store", Pragma: "no-cache", Expires: "0" };
  if ("refused" in result)
    return jsonError(request, { status: 400, statusText: say.badRequest, message: result.refused });
  if ("json" in result) return Response.json(result.json, { headers });
  if (fields.get("json") === "true") {
    const { goTo: url, status = 200 } = result;
    const retry = status === 503 && { "Retry-After": String(RETRY_AFTER_SECONDS) };
    return Response.json({ url }, { status, headers: { ...headers, ...retry } });
  }
  return new Response(null, { status: 302, headers: { ...headers, Location: asHeader(result.goTo) } });
}

/** Time for the sign-in queue to move on. */
const RETRY_AFTER_SECONDS = 5;

type Endpoint = (call: Call) => Result | Promise<Result>;

const GET: Record<string, { bare?: Endpoint; withProvider?: Endpoint }> = {
  session: { bare: session },
  csrf: { bare: ({ auth }) => ({ json: { csrfToken: auth.csrfToken } }) },
  providers: { bare: ({ auth }) => ({ json: providersAnswer(providersOf(settings()), auth.origin) }) },
  signin: { bare: showLogin, withProvider: showLogin },
  callback: { withProvider: comeBack },
  signout: { bare: showSignOut },
  error: { bare: showError },
};

const POST: typeof GET = {
  signin: { withProvider: signIn },
  callback: { withProvider: signInByForm },
  signout: { bare: signOut },
};

function endpointOf(method: string, action: string, segments: number): Endpoint | undefined {
  const table = { GET, HEAD: GET, POST }[method];
  const entry = table && Object.hasOwn(table, action) ? table[action] : undefined;
  return segments === 1 ? entry?.bare : segments === 2 ? entry?.withProvider : undefined;
}

const providerOf = (id: string | undefined) => providersOf(settings()).find((provider) => provider.id === id);

/** Neither a success nor an error: nothing has happened, and the client starts over. */
const csrfFailed = ({ auth }: Call, action: "signin" | "signout"): Result => ({
  goTo: `${auth.origin}${BASE_PATH}/${action}?csrf=true`,
});

/** The session as JSON. Every request extends it. */
async function session({ db, auth, now }: Call): Promise<Result> {
  const id = sessionIdOf(auth.request);
  if (id === null) return { json: {} };
  const found = await findSessionOf(db, auth.request, now);
  const renewed = found && (await renewSession(db, found, 0, now));
  if (!renewed) return { json: {}, cookies: clearSessionCookies(auth.request) };
  if (renewed.hasOldCookie) await retireOldCookie(db, renewed);
  const { id: userId, name, email, role } = renewed.viewer;
  return {
    json: {
      user: { name, ...(email !== null && { email }), id: userId, role },
      expires: new Date(renewed.expiresAt).toISOString(),
    },
    cookies: sessionCookies(auth.request, id, now + SESSION_MS),
  };
}

function showLogin({ auth }: Call): Result {
  const error = auth.query.get("error");
  const query = new URLSearchParams({ callbackUrl: auth.callbackUrl, ...(error && { error }) });
  return { goTo: `${auth.origin}/login?${query}` };
}

/** Starts an external sign-in; a password goes to `callback` instead. */
async function signIn(call: Call): Promise<Result> {
  const { auth, provider: id } = call;
  const provider = providerOf(id);
  if (!provider || !auth.csrfIsVerified) return csrfFailed(call, "signin");
  const { oidc } = settings();
  if (provider.id !== EXTERNAL_ID || !oidc) return { goTo: `${auth.origin}${BASE_PATH}/signin` };
  try {
    const { url, ...errand } = await beginExternal(oidc, externalCallback(auth));
    return { goTo: url, cookies: externalSignInCookies(auth.cookies, errand) };
  } catch (error) {
    log.error({ err: error }, "The external sign-in provider can't be used");
    return { goTo: errorPage(auth, { error: "OAuthSignin" }) };
  }
}

const externalCallback = ({ origin }: AuthRequest) => `${origin}${BASE_PATH}/callback/${EXTERNAL_ID}`;

const errorPage = ({ origin }: AuthRequest, query: Record<string, string>) =>
  `${origin}${BASE_PATH}/error?${new URLSearchParams(query)}`;

async function signInByForm(call: Call): Promise<Result> {
  const { db, auth, address, wait } = call;
  if (providerOf(call.provider)?.type !== "credentials") return { refused: say.formSignInNotSupported };
  if (!auth.csrfIsVerified) return csrfFailed(call, "signin");
  return enter(call, await signInWithPassword({ db, request: auth.request, address, wait }, auth.fields));
}

async function enter(call: Call, outcome: SignIn): Promise<Result> {
  const { db, auth, provider, now } = call;
  const id = outcome.ok ? await startSession(db, outcome.userId, sessionIdOf(auth.request), now, outcome) : null;
  await logSignIn(call, outcome, id !== null);
  if (id !== null) {
    const zone = auth.fields.get("zone");
    if (outcome.ok && zone) await saveBrowserZone(db, { id: outcome.userId }, zone, now);
    const cookies = [...sessionCookies(auth.request, id, now + SESSION_MS), forgetSignOut(auth.cookies)];
    if (outcome.ok) {
      const passwordHash = await passwordHashOf(db, outcome.userId);
      cookies.push(deviceCookie(auth.request, { id: outcome.userId, passwordHash }, now));
    }
    return { goTo: auth.callbackUrl, cookies };
  }

  const fromPage = auth.fields.size > 0 && auth.fields.get("json") !== "true";
  const typed = fromPage ? typedEmailCookie(auth.cookies, auth.fields.get("email") ?? "") : [];
  if (!outcome.ok && outcome.why === "not_allowed") {
    return { goTo: errorPage(auth, { error: "AccessDenied" }), status: 403, cookies: typed };
  }
  if (!outcome.ok && outcome.why === "busy") {
    return { goTo: errorPage(auth, { error: TOO_MANY_SIGN_INS }), status: 503, cookies: typed };
  }
  const query = { error: "CredentialsSignin", provider: provider ?? "" };
  return { goTo: errorPage(auth, query), status: 401, cookies: typed };
}

/** Logs failures beyond the limit as a single entry: otherwise anyone could fill the log. */
async function logSignIn({ db, auth, address: ip, now }: Call, outcome: SignIn, isIn: boolean) {
  const userId = outcome.userId ?? null;
  if (isIn) return logSecurity(db, { kind: "signed_in", actorId: userId, ip }, now);
  if (!outcome.ok && outcome.why === "busy") return;
  if (!outcome.ok && outcome.isBeyondLimit) return noteBlockedSignIn(db, { userId, ip }, now);
  const typed = (auth.fields.get("email") ?? "").slice(0, USER_LIMITS.email);
  const details = typed.includes("@") ? { Email: typed } : {}; // without an @ it may be a password in the wrong field
  await logSecurity(db, { kind: "sign_in_failed", actorId: null, userId, ip, details }, now);
}

/** Handles the return from the external provider. A GET never signs in with a password. */
async function comeBack(call: Call): Promise<Result> {
  const { db, auth } = call;
  const { oidc } = settings();
  if (call.provider !== EXTERNAL_ID || !oidc) return { refused: say.providerNotAvailable };
  const errand = readExternalSignIn(auth.request, auth.cookies);
  const cookies = clearExternalSignIn(auth.cookies);
  try {
    if (!errand) throw new Error("This browser hasn't started an external sign-in in the last 15 minutes.");
    const currentUrl = new URL(`${externalCallback(auth)}?${auth.query}`);
    const result = await enter(call, await finishExternal(db, oidc, currentUrl, errand));
    return { ...result, cookies: [...cookies, ...(result.cookies ?? [])] };
  } catch (error) {
    log.warn({ err: error }, "An external sign-in failed");
    return { goTo: errorPage(auth, { error: "OAuthCallback" }), cookies };
  }
}

async function signOut(call: Call): Promise<Result> {
  const { db, auth, address: ip, now } = call;
  if (!auth.csrfIsVerified) return csrfFailed(call, "signout");
  const session = await findSessionOf(db, auth.request, now);
  await endSession(db, sessionIdOf(auth.request));
  if (session) await logSecurity(db, { kind: "signed_out", actorId: session.viewer.id, ip }, now);
  const cookies = [...clearSessionCookies(auth.request), rememberSignOut(auth.cookies, now)];
  return { goTo: auth.callbackUrl, cookies, headers: CLEAR_CACHE };
}

/**
 * Clears the browser's cached pages and files. Not "storage": that holds other tabs' drafts, the choice about installing, and
 * the offline page. The service worker deletes its own copies of pages at every sign-out.
 */
const CLEAR_CACHE = { "Clear-Site-Data": '"cache"' };

async function showSignOut({ db, auth, now }: Call): Promise<Result> {
  const signedIn = await findSessionOf(db, auth.request, now);
  return { goTo: `${auth.origin}${signedIn ? "/" : "/login"}` };
}

const SIGN_IN_ERRORS = [
  "Signin",
  "OAuthSignin",
  "OAuthCallback",
  "OAuthCreateAccount",
  "EmailCreateAccount",
  "Callback",
  "OAuthAccountNotLinked",
  "EmailSignin",
  "CredentialsSignin",
  "SessionRequired",
];

function showError({ auth }: Call): Result {
  const error = auth.query.get("error");
  const query = error ? `?${new URLSearchParams({ error })}` : "";
  const page = error && SIGN_IN_ERRORS.includes(error) ? `${BASE_PATH}/signin` : "/login";
  return { goTo: `${auth.origin}${page}${query}` };
}
