import { replace } from "@remix-run/node";
import { setCookie } from "~/http/cookies.server";
import { pagePath, unauthorized } from "~/http/error-responses.server";
import { authOrigin } from "~/http/origin.server";
import { settings } from "~/lib/settings.server";
import { withoutEndSlashes } from "~/lib/text";
import { authCookies } from "./auth-cookies.server";
import { acceptedCallbackUrl, asHeader } from "./callback-url";
import type { Session } from "./session.server";
import { LINK_PAGE } from "./sign-in-errors";

/**
 * Without a session, only `isOpenPage` is open; with one, everything but `/login`, which leads to its `to`. Throws the redirect, or 401 for an API call. Runs
 * before any validation, so that strangers can't learn what exists.
 *
 * isPage  whether the URL is a page's, not that of a file or an API
 * parked  cookies to set when the request's form was stored: signing in leads back to its page
 */
export function requireSession(
  request: Request,
  session: Session | null,
  { isPage, parked = [] }: { isPage: boolean; parked?: readonly string[] },
): void {
  const page = pageOf(request);
  if (session) {
    if (page.toLowerCase() === "/login") throw replace(destinationOf(request)); // routes ignore case
    return;
  }
  if (isOpenPage(request)) return;
  if (page.startsWith("/api/")) throw unauthorized();
  const cookies = parked.length > 0 || wantsPage(request, isPage) ? [...parked, rememberAddress(request)] : [];
  throw replace("/login", { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}

/** Where a link in an email leads a person who is already signed in and doesn't need its key. */
function destinationOf(request: Request): string {
  const to = new URL(request.url).searchParams.get("to");
  return to === null ? "/" : asHeader(acceptedCallbackUrl(to, authOrigin(request, settings()) ?? "") || "/");
}

const pageOf = (request: Request) =>
  withoutEndSlashes(new URL(request.url).pathname.replace(/\/_payload\.json$/, "")) || "/";

/** The pages for visitors without a session. Forms posted to them are never parked. */
export const isOpenPage = (request: Request) => ["/login", LINK_PAGE].includes(pageOf(request));

/** Whether a person is opening a page, its data or a file. Not for images, prefetched payloads or background requests. */
function wantsPage(request: Request, isPage: boolean): boolean {
  if (request.method !== "GET" || new URL(request.url).pathname.endsWith(".json")) return false;
  const { headers } = request;
  const opened = headers.get("Accept")?.includes("text/html") ? "document" : "empty"; // Sec-Fetch headers need https
  const destination = headers.get("Sec-Fetch-Dest") ?? opened;
  return destination === "document" || (destination === "empty" && isPage);
}

/** Cookie that returns the visitor here after signing in. A URL too long for a cookie isn't remembered. */
function rememberAddress(request: Request): string {
  const origin = authOrigin(request, settings()) ?? "";
  const cookies = authCookies(origin);
  return setCookie(cookies.callbackUrl, acceptedCallbackUrl(pagePath(request), origin), cookies);
}
