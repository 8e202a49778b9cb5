type CookieOptions = {
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
 * The decoded value of one cookie; null when there is none, empty when it can't be decoded. Also null for two that differ: a
 * sibling domain may have set one of them, and nothing tells which.
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

/** Whether the request has such a cookie, readable or not. */
export const hasCookie = ({ headers }: Pick<Request, "headers">, name: string) => valuesOf(headers, name).length > 0;

/** The cookies in `names` that the request has more than once, with different values. */
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

/** Parts of a path and labels of a host that are looked at: more would make more lines than are sent. */
const MOST_PLACES = 12;

/**
 * Set-Cookie lines that remove a cookie wherever it may have been set: for this host or a parent domain, for the whole site or
 * a path that leads here. Browsers store each separately but send them all under one name.
 */
export function clearEverywhere(name: string, { host, path }: { host: string; path: string }, secure: boolean) {
  const end = `; Max-Age=0${secure ? "; Secure" : ""}`;
  if (name.startsWith("__Host-")) return [`${name}=; Path=/${end}`]; // it can only be set this way
  const places = pathsTo(path).flatMap((place) => ["", ...domainsOf(host)].map((domain) => ({ place, domain })));
  const lines = places.map(({ place, domain }) => `${name}=; Path=${place}${domain && `; Domain=${domain}`}${end}`);
  return lines.slice(0, MOST_LINES);
}

/** "desk.example.org" and "example.org"; none for an IP address or a single word. */
function domainsOf(host: string): string[] {
  const name = host.replace(/:\d+$/, "");
  if (name.startsWith("[") || /^[\d.]+$/.test(name)) return [];
  const labels = name.split(".").slice(-MOST_PLACES);
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}

/** "/", "/tasks", "/tasks/", "/tasks/42": every path whose cookies are sent there. */
function pathsTo(path: string): string[] {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .slice(0, MOST_PLACES);
  const ends = parts.map((_, at) => `/${parts.slice(0, at + 1).join("/")}`);
  const all = ends.flatMap((end, at) => (at < ends.length - 1 || path.endsWith("/") ? [end, `${end}/`] : [end]));
  return ["/", ...all.filter((place) => /^[\w/.~%-]+$/.test(place))]; // characters that can't end the attribute
}
