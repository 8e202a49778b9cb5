import { clearEverywhere, conflictingCookies } from "~/http/cookies.server";
import { TOAST_COOKIE } from "~/http/toast.server";
import { settings } from "~/lib/settings.server";
import { authCookies } from "./auth-cookies.server";
import { authOrigin } from "./auth-origin.server";

/**
 * Set-Cookie lines that remove each cookie of ours that the request has twice with different values. A neighbour domain
 * may have set one of them. Neither counts (http/cookies), and with none left the next request is clear again.
 */
export function clearConflicts(request: Request): string[] {
  if (!request.headers.has("cookie")) return [];
  const { secure, oldSession, ...names } = authCookies(authOrigin(request, settings()) ?? "");
  const all = [...Object.values(names), ...(oldSession === null ? [] : [oldSession]), TOAST_COOKIE];
  const where = { host: request.headers.get("host") ?? "", path: new URL(request.url).pathname };
  return conflictingCookies(request, all).flatMap((name) => clearEverywhere(name, where, secure));
}
