import { clearCookie, readCookie, setCookie } from "~/http/cookies.server";
import { type AuthCookies, EXTERNAL_SIGN_IN_SECONDS, SESSION_MS, TYPED_EMAIL_SECONDS } from "./auth-cookies.server";
import type { Errand } from "./external-sign-in.server";

/** Cookies with the values that a return from an external provider is checked against, for 15 minutes. */
export function externalSignInCookies(cookies: AuthCookies, { state, verifier, nonce }: Errand): string[] {
  const keep = { secure: cookies.secure, maxAge: EXTERNAL_SIGN_IN_SECONDS };
  return [
    setCookie(cookies.state, state, keep),
    setCookie(cookies.pkce, verifier, keep),
    setCookie(cookies.nonce, nonce, keep),
  ];
}

/** The stored values of a browser that returned; null if it never left, or left too long ago. */
export function readExternalSignIn(request: Request, cookies: AuthCookies): Errand | null {
  const [state, verifier, nonce] = [cookies.state, cookies.pkce, cookies.nonce].map((name) =>
    readCookie(request, name),
  );
  return state && verifier && nonce ? { state, verifier, nonce } : null;
}

/** Each one is valid for a single return. */
export const clearExternalSignIn = ({ state, pkce, nonce, secure }: AuthCookies) =>
  [state, pkce, nonce].map((name) => clearCookie(name, secure));

/**
 * Marks a signed-out browser until the next sign-in. A sign-out without scripts can't delete local drafts, so the login page
 * does when it sees the mark. A session that merely expires leaves none.
 */
export const rememberSignOut = ({ signedOut, secure }: AuthCookies, now: number) =>
  setCookie(signedOut, "yes", { secure, expires: now + SESSION_MS });

export const hasSignedOut = (request: Request, { signedOut }: AuthCookies) => readCookie(request, signedOut) !== null;

export const forgetSignOut = ({ signedOut, secure }: AuthCookies) => clearCookie(signedOut, secure);

/** Keeps the email of a refused sign-in for the next form: only for a minute, and never the password. */
export function typedEmailCookie({ typedEmail, secure }: AuthCookies, email: string): string[] {
  const short = [...email.replace(/\p{Surrogate}/gu, "")].slice(0, 254).join("");
  return short ? [setCookie(typedEmail, short, { secure, maxAge: TYPED_EMAIL_SECONDS })] : [];
}

/** The email of the refused sign-in, and the cookie that clears it. */
export function takeTypedEmail(request: Request, { typedEmail, secure }: AuthCookies) {
  const email = readCookie(request, typedEmail) ?? "";
  return { email, setCookie: email ? clearCookie(typedEmail, secure) : null };
}
