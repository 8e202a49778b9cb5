type CookieOptions = {
  secure: boolean;
  /** UTC milliseconds; without it the cookie lasts until the browser closes. */
  expires?: number;
  /** Seconds. */
  maxAge?: number;
};

/** Builds a Set-Cookie line with a percent-encoded value. All our cookies are HttpOnly, SameSite=Lax and site-wide. */
export function setCookie(name: string, value: string, { secure, expires, maxAge }: CookieOptions): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, "Path=/"];
  if (expires !== undefined) parts.push(`Expires=${new Date(expires).toUTCString()}`);
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  parts.push("HttpOnly", "SameSite=Lax");
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

export const clearCookie = (name: string, secure: boolean) => setCookie(name, "", { secure, maxAge: 0 });

/**
 * Returns a cookie's decoded value; null when missing, empty when it can't be decoded. Also null for two different values:
 * a sibling domain may have set one of them, and we can't tell which.
 */
export function readCookie({ headers }: Pick<Request, "headers">, name: string): string | null {
  const values = valuesOf(headers, name);
  const [value] = values;
  if (value === undefined || values.some((other) => other !== value)) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return ""; // "%zz"
  }
}

/** Checks for a cookie, even an unreadable one. */
export const hasCookie = ({ headers }: Pick<Request, "headers">, name: string) => valuesOf(headers, name).length > 0;

/** Returns the cookies in `names` that arrived with different values. */
export const conflictingCookies = ({ headers }: Pick<Request, "headers">, names: readonly string[]) =>
  names.filter((name) => new Set(valuesOf(headers, name)).size > 1);

function valuesOf(headers: Headers, name: string): string[] {
  const values: string[] = [];
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at >= 0 && pair.slice(0, at).trim() === name) values.push(pair.slice(at + 1).trim());
  }
  return values;
}

/** Proxies often limit response headers to 4 KiB. */
const MOST_LINES = 24;

/** Path segments and host labels considered: more would only make lines beyond MOST_LINES. */
const MOST_PLACES = 12;

/**
 * Builds Set-Cookie lines that remove a cookie wherever it may have been set: for this host or a parent domain, for the
 * whole site or a path that leads here. Browsers store each separately but send them all under one name.
 */
export function clearEverywhere(name: string, { host, path }: { host: string; path: string }, secure: boolean) {
  const end = `; Max-Age=0${secure ? "; Secure" : ""}`;
  if (name.startsWith("__Host-")) return [`${name}=; Path=/${end}`]; // the only valid scope for this prefix
  const places = pathsTo(path).flatMap((place) => ["", ...domainsOf(host)].map((domain) => ({ place, domain })));
  const lines = places.map(({ place, domain }) => `${name}=; Path=${place}${domain && `; Domain=${domain}`}${end}`);
  return lines.slice(0, MOST_LINES);
}

/** Returns "desk.example.org" and "example.org"; none for an IP address or a single label. */
function domainsOf(host: string): string[] {
  const name = host.replace(/:\d+$/, "");
  if (name.startsWith("[") || /^[\d.]+$/.test(name)) return [];
  const labels = name.split(".").slice(-MOST_PLACES);
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}

/** Returns every path whose cookies are sent to `path`: "/", "/tasks", "/tasks/", "/tasks/42". */
function pathsTo(path: string): string[] {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .slice(0, MOST_PLACES);
  const ends = parts.map((_, at) => `/${parts.slice(0, at + 1).join("/")}`);
  const all = ends.flatMap((end, at) => (at < ends.length - 1 || path.endsWith("/") ? [end, `${end}/`] : [end]));
  return ["/", ...all.filter((place) => /^[\w/.~%-]+$/.test(place))]; // characters that can't end the attribute
}
