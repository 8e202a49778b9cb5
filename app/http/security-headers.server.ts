import type { RequestNotes } from "~/lib/log.server";
import { settings } from "~/lib/settings.server";

/**
 * The policy of a document: scripts only with this answer's nonce or from our own files, no inline style, nothing from
 * other hosts. A form may also lead to the external sign-in provider, since browsers apply `form-action` to redirects.
 */
export function contentSecurityPolicy(nonce: string, issuer: string | undefined): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    // `npm run dev` tells open pages over a socket of its own when to reload.
    `connect-src 'self'${process.env.NODE_ENV === "development" ? " ws:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${issuer ? ` ${new URL(issuer).origin}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of documents. HTML pages set a wider Content-Security-Policy themselves. */
const OF_DOCUMENTS: Record<string, string> = {
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Content-Security-Policy":
    "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
};

/** Data opened as a page can't load anything. */
const OF_DATA: Record<string, string> = { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };
const DATA_TYPE = /^(?:application\/json|text\/x-script)\b/;

/** For a 503, which is usually over soon: the database is starting, or a row is locked. */
const RETRY_AFTER_SECONDS = "5";

/**
 * Adds the headers that every response has. Those that are set already stay: a route may set its own, and the response to a
 * request for data passes through here twice.
 */
export function addSecurityHeaders(headers: Headers, status: number, notes: RequestNotes) {
  const type = headers.get("Content-Type") ?? "";
  const isData = status === 204 || DATA_TYPE.test(type); // an empty response isn't a document either
  for (const [name, value] of Object.entries(isData ? OF_DATA : OF_DOCUMENTS)) setOnce(headers, name, value);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("X-Request-Id", notes.id);
  if (settings().authOrigin?.startsWith("https:")) headers.set("Strict-Transport-Security", "max-age=31536000");
  // Without a word about caching it is private: redirects of the gate, data the router asks for.
  setOnce(headers, "Cache-Control", "private, no-store");
  if (status === 503) setOnce(headers, "Retry-After", RETRY_AFTER_SECONDS);
  if (notes.cookies) setFirst(headers, notes.cookies);
  // Whose page this is: the service worker keeps copies for one person only (app/shell/offline-rules.ts).
  // Public responses belong to no one.
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
