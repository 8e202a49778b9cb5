import { clearCookie, readCookie, setCookie } from "~/http/cookies.server";
import { settings } from "~/lib/settings.server";
import { authCookies } from "./auth-cookies.server";
import { authOrigin } from "./auth-origin.server";

/*
 * The key of an invitation stands in the address of its link alone: addresses are logged by proxies, sent as Referer and
 * kept in histories. Opening the link moves it into a cookie.
 */

/** How long the page can be reloaded; the link itself opens it again. */
const KEPT_SECONDS = 60 * 60;

/** Where the link leads to, without its key. */
export const INVITATION_PAGE = "/login?invitation=open";

const cookiesOf = (request: Request) => authCookies(authOrigin(request, settings()) ?? "");

export function rememberInvitation(request: Request, key: string): string {
  const { invitation, secure } = cookiesOf(request);
  return setCookie(invitation, key, { secure, maxAge: KEPT_SECONDS });
}

export const invitationKey = (request: Request) => readCookie(request, cookiesOf(request).invitation);

export function forgetInvitation(request: Request): string {
  const { invitation, secure } = cookiesOf(request);
  return clearCookie(invitation, secure);
}
