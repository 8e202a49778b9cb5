import { replace } from "@remix-run/node";
import { setCookie } from "~/http/cookies.server";
import { authOrigin } from "~/http/origin.server";
import { pagePath, unauthorized } from "~/http/refusals.server";
import { settings } from "~/lib/settings.server";
import { withoutEndSlashes } from "~/lib/text";
import { authCookies } from "./auth-cookies.server";
import { acceptedCallbackUrl } from "./callback-url";
import type { Session } from "./session.server";

/**
 * Two kinds of visitor: without a session only `/login` is open, with one everything else. Throws the
 * redirect, or 401 for a product call. Comes before any validation, so that a stranger cannot learn what exists.
 * `isPage` says whether the address is that of a page, or else of a file or of answers for programs. `parked` are the cookies to
 * set when the request is a form that waits for its writer now: they come back to its page.
 */
export function passGate(
  request: Request,
  session: Session | null,
  { isPage, parked = [] }: { isPage: boolean; parked?: readonly string[] },
): void {
  const page = pageOf(request);
  if (session) {
    if (page.toLowerCase() === "/login") throw replace("/"); // the router does not tell capitals apart
    return;
  }
  if (isOpenPage(request)) return;
  if (page.startsWith("/api/")) throw unauthorized();
  const cookies = parked.length > 0 || wantsPage(request, isPage) ? [...parked, rememberAddress(request)] : [];
  throw replace("/login", { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}

const pageOf = (request: Request) =>
  withoutEndSlashes(new URL(request.url).pathname.replace(/\/_payload\.json$/, "")) || "/";

/** The one page for visitors without a session; what is sent to it is its own, and waits for nobody. */
export const isOpenPage = (request: Request) => pageOf(request) === "/login";

/**
 * A person going somewhere: to a page, or its data, or to a file they have opened. Not a picture the browser asks for by itself,
 * a payload loaded in advance, nor what a page asks for while nobody goes anywhere.
 */
function wantsPage(request: Request, isPage: boolean): boolean {
  if (request.method !== "GET" || new URL(request.url).pathname.endsWith(".json")) return false;
  const { headers } = request;
  const opened = headers.get("Accept")?.includes("text/html") ? "document" : "empty"; // browsers say more over https alone
  const destination = headers.get("Sec-Fetch-Dest") ?? opened;
  return destination === "document" || (destination === "empty" && isPage);
}

/** The cookie that brings the visitor back here after signing in. An address too long for a cookie is not remembered. */
function rememberAddress(request: Request): string {
  const origin = authOrigin(request, settings()) ?? "";
  const cookies = authCookies(origin);
  return setCookie(cookies.callbackUrl, acceptedCallbackUrl(pagePath(request), origin), cookies);
}
