import { clearCookie, clearEverywhere, conflictingCookies, readCookie, setCookie } from "~/http/cookies.server";
import { authOrigin, hostOf } from "~/http/origin.server";
import { TOAST_COOKIE } from "~/http/toast.server";
import { DAY_MS } from "~/lib/durations";
import { settings } from "~/lib/settings.server";

/** How long a session lives after its last use: 30 days. */
export const SESSION_MS = 30 * DAY_MS;

/** Seconds a round trip to an external provider may take. */
export const EXTERNAL_SIGN_IN_SECONDS = 15 * 60;

/** Seconds to keep the typed address after a refused sign-in, to prefill the form. */
export const TYPED_EMAIL_SECONDS = 60;

/**
 * Sign-in cookies, named as in NextAuth.js 4. Over https the prefixes make browsers refuse such a cookie from a plain
 * connection or, with `__Host-`, from a sibling domain, which could sign someone in to another account.
 * `oldSession`: the session cookie's name in earlier releases; null where it hasn't changed.
 */
export function authCookies(origin: string) {
  const secure = origin.startsWith("https:");
  const prefix = secure ? "__Host-" : "";
  return {
    secure,
    csrf: `${prefix}next-auth.csrf-token`,
    callbackUrl: `${secure ? "__Secure-" : ""}next-auth.callback-url`,
    session: `${prefix}next-auth.session-token`,
    oldSession: secure ? "__Secure-next-auth.session-token" : null,
    state: `${prefix}next-auth.state`,
    pkce: `${prefix}next-auth.pkce.code_verifier`,
    nonce: `${prefix}next-auth.nonce`,
    typedEmail: `${prefix}typed-email`,
    signedOut: `${prefix}signed-out`,
    device: `${prefix}sign-in-device`,
    invitation: `${prefix}invitation`,
  };
}

export type AuthCookies = ReturnType<typeof authCookies>;

/** Sign-in cookies for the request's origin; those of plain http without a usable host. */
export const cookiesOf = (request: Request): AuthCookies => authCookies(authOrigin(request, settings()) ?? "");

/**
 * Set-Cookie lines that remove our cookies that the request has twice with different values: a sibling domain may have set
 * one. Both are ignored (http/cookies); without them the next request is unambiguous.
 */
export function clearConflicts(request: Request): string[] {
  if (!request.headers.has("cookie")) return [];
  const { secure, oldSession, ...names } = cookiesOf(request);
  const all = [...Object.values(names), ...(oldSession === null ? [] : [oldSession]), TOAST_COOKIE];
  const where = { host: hostOf(request, settings()) ?? "", path: new URL(request.url).pathname };
  return conflictingCookies(request, all).flatMap((name) => clearEverywhere(name, where, secure));
}

/*
 * Opening an invitation link moves its key from the URL into a cookie: URLs end up in proxy logs, Referer headers and browser
 * histories.
 */

/** How long the page can be reloaded. After that, the link opens it again. */
const KEPT_SECONDS = 60 * 60;

export function rememberInvitation(request: Request, key: string): string {
  const { invitation, secure } = cookiesOf(request);
  return setCookie(invitation, key, { secure, maxAge: KEPT_SECONDS });
}

export const invitationKey = (request: Request) => readCookie(request, cookiesOf(request).invitation);

export function forgetInvitation(request: Request): string {
  const { invitation, secure } = cookiesOf(request);
  return clearCookie(invitation, secure);
}
