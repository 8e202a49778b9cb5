export type CookieOptions = {
  secure: boolean;
  /** UTC milliseconds; without it the cookie goes when the browser is closed. */
  expires?: number;
  /** Seconds. */
  maxAge?: number;
};

/**
 * A Set-Cookie line. The value is percent-encoded; every cookie of ours is HttpOnly, SameSite=Lax and of the whole site.
 */
export function setCookie(name: string, value: string, { secure, expires, maxAge }: CookieOptions): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, "Path=/"];
  if (expires !== undefined) parts.push(`Expires=${new Date(expires).toUTCString()}`);
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  parts.push("HttpOnly", "SameSite=Lax");
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

/** A Set-Cookie line that removes the cookie: empty value, Max-Age=0. */
export const clearCookie = (name: string, secure: boolean) => setCookie(name, "", { secure, maxAge: 0 });

/**
 * The value of one cookie, decoded; null when there is none, empty when it cannot be decoded. The first of several
 * with the same name counts: browsers send the one with the longer path first.
 */
export function readCookie({ headers }: Pick<Request, "headers">, name: string): string | null {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      return ""; // "%zz"
    }
  }
  return null;
}
