import { authOrigin } from "~/http/origin.server";
import { DAY_MS } from "~/lib/durations";
import { settings } from "~/lib/settings.server";

/** How long a session lives after its last use: 30 days. */
export const SESSION_MS = 30 * DAY_MS;

/** Seconds that the way to an external provider and back may take. */
export const EXTERNAL_SIGN_IN_SECONDS = 15 * 60;

/** Seconds the address typed in a refused sign-in is kept for the form that is shown again. */
export const TYPED_EMAIL_SECONDS = 60;

/**
 * The cookies of signing in, named as NextAuth.js 4 names them. Over https the prefixes make browsers refuse such a cookie
 * from a plain connection or, with `__Host-`, from a sibling domain, which could sign someone in to another account.
 * `oldSession` is the session cookie's name in earlier releases; null where it hasn't changed.
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

/** The cookies of signing in at the origin of a request; those of plain http when it names no usable host. */
export const cookiesOf = (request: Request): AuthCookies => authCookies(authOrigin(request, settings()) ?? "");
