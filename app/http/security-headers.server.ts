import type { RequestNotes } from "~/lib/log.server";
import { settings } from "~/lib/settings.server";

/**
 * Builds the policy for HTML documents: scripts only with this response's nonce or from our own files, no inline style,
 * nothing from other hosts. Forms may also go to the external sign-in provider, because browsers apply `form-action` to
 * redirects. `remotePictures`: the reader asked for the pictures of an email.
 */
export function contentSecurityPolicy(nonce: string, issuer: string | undefined, remotePictures = false): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    `img-src 'self' data:${remotePictures ? " https:" : ""}`,
    "font-src 'self'",
    // The dev server reloads pages over its own WebSocket.
    `connect-src 'self'${process.env.NODE_ENV === "development" ? " ws:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${issuer ? ` ${new URL(issuer).origin}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Default document headers; HTML pages set their own, wider Content-Security-Policy. */
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

/** For a 503, which is usually brief: the database is starting, or a row is locked. */
const RETRY_AFTER_SECONDS = "5";

/**
 * Adds the headers every response has. Keeps existing ones: a route may set its own, and data responses pass through here
 * twice.
 */
export function addSecurityHeaders(headers: Headers, status: number, notes: RequestNotes) {
  const type = headers.get("Content-Type") ?? "";
  const isData = status === 204 || DATA_TYPE.test(type); // an empty response isn't a document either
  for (const [name, value] of Object.entries(isData ? OF_DATA : OF_DOCUMENTS)) setOnce(headers, name, value);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("X-Request-Id", notes.id);
  if (settings().authOrigin?.startsWith("https:")) headers.set("Strict-Transport-Security", "max-age=31536000");
  // Private by default: covers redirects to sign-in and router data.
  setOnce(headers, "Cache-Control", "private, no-store");
  if (status === 503) setOnce(headers, "Retry-After", RETRY_AFTER_SECONDS);
  if (notes.cookies) setFirst(headers, notes.cookies);
  // The viewer's id: the service worker keeps copies for one person only (app/shell/offline-rules.ts). Public responses
  // belong to no one.
  const isOnesOwn = !headers.get("Cache-Control")?.startsWith("public");
  if (notes.personId !== undefined && isOnesOwn) headers.set("X-Person", String(notes.personId));
}

function setOnce(headers: Headers, name: string, value: string) {
  if (!headers.has(name)) headers.set(name, value);
}

/** Puts cookie removals before the response's own lines, which may set the cookie again. */
function setFirst(headers: Headers, removals: readonly string[]) {
  const own = headers.getSetCookie().filter((line) => !removals.includes(line));
  headers.delete("Set-Cookie");
  for (const line of [...removals, ...own]) headers.append("Set-Cookie", line);
}
