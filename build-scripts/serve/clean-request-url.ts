/** No real URL has this many in a row; the router takes seconds over thousands of them. */
const MANY_SLASHES = /\/{20,}/g;

/**
 * Normalises a request's URL for Remix: caps runs of slashes and makes undecodable paths safe.
 * `sent` is a path with query, or an absolute URL. Drops `_data`, which would make Remix run a single loader.
 */
export function addressFor(origin: string, sent: string): { url: URL; hasDataParameter: boolean } {
  const url = readable(origin, sent);
  const hasDataParameter = url.searchParams.has("_data");
  if (hasDataParameter) url.searchParams.delete("_data");
  return { url, hasDataParameter };
}

function readable(origin: string, sent: string): URL {
  const absolute = sent.startsWith("/") ? null : URL.parse(sent);
  const [path = "/", query = ""] = (absolute ? absolute.pathname + absolute.search : sent).split(/(\?.*)/s);
  if (!path.startsWith("/")) return new URL("/", origin); // OPTIONS *
  const short = path.replace(MANY_SLASHES, "/".repeat(20));
  return new URL(origin + (readsAsNoPath(short) ? short.replaceAll("%", "%25") : short) + query); // escaped: matches no page
}

/** Whether the decoded path starts like "//host", as "/%5C" does, or can't be decoded: the router parses it as a URL again. */
function readsAsNoPath(path: string): boolean {
  const single = path.replace(/\/{2,}/g, "/");
  try {
    const decoded = decodeURIComponent(single);
    return decoded !== single && URL.parse(decoded, "http://host")?.host !== "host";
  } catch {
    return true; // invalid UTF-8
  }
}
