import { clearCookie, readCookie, setCookie } from "~/http/cookies.server";
import { cookiesOf } from "./auth-cookies.server";

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
