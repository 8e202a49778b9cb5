import { clearEverywhere, conflictingCookies } from "~/http/cookies.server";
import { hostOf } from "~/http/origin.server";
import { TOAST_COOKIE } from "~/http/toast.server";
import { settings } from "~/lib/settings.server";
import { cookiesOf } from "./auth-cookies.server";

/**
 * Set-Cookie lines that remove each of our cookies that the request has twice with different values: a sibling domain may have
 * set one of them. Both are ignored (http/cookies), and once they are removed the next request is unambiguous.
 */
export function clearConflicts(request: Request): string[] {
  if (!request.headers.has("cookie")) return [];
  const { secure, oldSession, ...names } = cookiesOf(request);
  const all = [...Object.values(names), ...(oldSession === null ? [] : [oldSession]), TOAST_COOKIE];
  const where = { host: hostOf(request, settings()) ?? "", path: new URL(request.url).pathname };
  return conflictingCookies(request, all).flatMap((name) => clearEverywhere(name, where, secure));
}
