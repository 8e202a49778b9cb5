/** No address has as many slashes in a row; the router takes seconds over thousands of them. */
const MANY_SLASHES = /\/{20,}/g;

/**
 * The address of a request as Remix can take it, whatever stands behind the method: without heaps of slashes, and readable once it
 * is decoded. `sent` is a path and query, or an absolute address. `_data` is taken from the query: Remix would run a single loader
 * for it.
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
  return new URL(origin + (readsAsNoPath(short) ? short.replaceAll("%", "%25") : short) + query); // the name of no page
}

/** Whether the path, once decoded, begins like "//host", as "/%5C" does, or cannot be decoded: the router makes a URL of it again. */
function readsAsNoPath(path: string): boolean {
  const single = path.replace(/\/{2,}/g, "/");
  try {
    const decoded = decodeURIComponent(single);
    return decoded !== single && URL.parse(decoded, "http://host")?.host !== "host";
  } catch {
    return true; // no UTF-8
  }
}
