import type { RequestNotes } from "~/lib/log.server";
import { settings } from "~/lib/settings.server";

/** What browsers are told of documents. Documents that come as HTML bring a wider Content-Security-Policy of their own. */
const OF_DOCUMENTS: Record<string, string> = {
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Content-Security-Policy":
    "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
};

/** Data is no page, whoever opens it as one. */
const OF_DATA: Record<string, string> = { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };
const DATA_TYPE = /^(?:application\/json|text\/x-script)\b/;

/** When to ask again after what a moment mends: a database that is being started, a row that somebody else holds. */
const RETRY_AFTER_SECONDS = "5";

/**
 * Adds to an answer what every answer has. What the answer says itself stays, and so does what was added before: the answer to a
 * request for data comes by twice.
 */
export function addSecurityHeaders(headers: Headers, status: number, notes: RequestNotes) {
  const type = headers.get("Content-Type") ?? "";
  const isData = status === 204 || DATA_TYPE.test(type); // what is empty is no document either
  for (const [name, value] of Object.entries(isData ? OF_DATA : OF_DOCUMENTS)) setOnce(headers, name, value);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("X-Request-Id", notes.id);
  if (settings().authOrigin?.startsWith("https:")) headers.set("Strict-Transport-Security", "max-age=31536000");
  // What says nothing of caching is a person's own: redirects of the gate, data the router asks for.
  setOnce(headers, "Cache-Control", "private, no-store");
  if (status === 503) setOnce(headers, "Retry-After", RETRY_AFTER_SECONDS);
  if (notes.cookies) setFirst(headers, notes.cookies);
  // Whose page this is: the service worker keeps copies for one person only (app/shell/offline-rules.ts).
  // What others may keep is nobody's.
  const isOnesOwn = !headers.get("Cache-Control")?.startsWith("public");
  if (notes.personId !== undefined && isOnesOwn) headers.set("X-Person", String(notes.personId));
}

function setOnce(headers: Headers, name: string, value: string) {
  if (!headers.has(name)) headers.set(name, value);
}

/** Lines that remove a cookie go before the answer's own lines, which may set it again. */
function setFirst(headers: Headers, removals: readonly string[]) {
  const own = headers.getSetCookie().filter((line) => !removals.includes(line));
  headers.delete("Set-Cookie");
  for (const line of [...removals, ...own]) headers.append("Set-Cookie", line);
}
