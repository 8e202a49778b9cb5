import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { MINUTE_MS } from "~/lib/durations";
import { beginRequest, log, type RequestNotes } from "~/lib/log.server";
import { addressIn } from "~/lib/network-address.server";
import { settings } from "~/lib/settings.server";
import { preferCompressedFile } from "./compressed-files.server";

const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Of a request without Origin: what browsers say of one that another site made. */
const FROM_ELSEWHERE = /^(?:cross-site|same-site)$/;

/** Sent with every answer, static files included. Documents add their own, wider Content-Security-Policy. */
const HEADERS: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const OWN_FILES_ONLY =
  "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
/** Data is no page, whoever opens it as one; nor is a drawing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** What a browser asks of documents alone. What only documents load does without: files of the build, icons, data of pages. */
const FOR_DOCUMENTS = ["Referrer-Policy", "Permissions-Policy", "Cross-Origin-Opener-Policy"];
const LOADED_BY_DOCUMENTS = /^\/(?:build\/.*\.(?:js|css|svg)(?:\.br|\.gz)?|login\.js)$/;
const ICONS = /^\/icons\//;
const DATA_TYPE = /^(?:application\/json|text\/x-script)\b/;

/** Files of the build never change: nobody asks for them again, nor for a part. Nothing of theirs is worth looking up. */
const FOR_CHANGING_FILES = ["ETag", "Last-Modified", "Accept-Ranges", "X-Request-Id"];

/** When to ask again after what a moment mends: a database that is being started, a row that somebody else holds. */
const RETRY_AFTER_SECONDS = 5;

/** Where Remix answers the data of a page. */
const DATA_ADDRESS = /^[^?]*\.data(?:\?|$)/;

/** What a proxy's request may have before the path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The origin the browser uses, from a request's headers; null when they name no usable host. */
type OriginOf = (request: { headers: Headers }) => string | null;

/** Gets the id of the route, where there was one, the status and the milliseconds of each answer. */
type Count = (route: string | undefined, status: number, ms: number) => void;

/**
 * remix-serve has no place for middleware, so we listen to Node itself: at the start of each HTTP request its headers
 * are cleaned of what only a trusted proxy may say, its notes begin, and its answer gets our headers and a log line.
 */
export function watchEveryRequest(originOf: OriginOf, count?: Count) {
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    server.keepAliveTimeout = 65_000; // longer than common proxies keep theirs: they, not we, close idle connections
    server.requestTimeout = 30 * MINUTE_MS; // Node's five minutes are not enough for a large file over a poor line
    const startedAt = performance.now();
    const notes = notesOf(request, originOf);
    const { method } = request;
    tidyRequest(request);
    beginRequest(notes);
    const asked = { method, path: request.url?.split("?")[0] };
    preferCompressedFile(request, response);
    addHeaders(response, notes, request.url ?? "");
    response.once("finish", () => skipRestOfBody(request));
    response.once("close", () => ended(asked, response, notes, startedAt, count));
  });
}

function notesOf(request: IncomingMessage, originOf: OriginOf): RequestNotes {
  const trusted = settings().authTrustHost;
  const forwarded = (name: string) => (trusted ? firstOf(request.headers[name]) : null);
  // The last entry is our own proxy's word; those before it may be the client's invention.
  const through = trusted ? addressIn(lastOf(request.headers["x-forwarded-for"]) ?? "") : null;
  const connected = request.socket.remoteAddress ?? "";
  const clientAddress = through ?? addressIn(connected) ?? connected;
  const host = forwarded("x-forwarded-host") ?? request.headers.host ?? "";
  const protocol = forwarded("x-forwarded-proto");
  // From here on nobody has to ask whether a proxy is trusted: what is left of these headers may be believed.
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith("x-forwarded-") || name === "forwarded") delete request.headers[name];
  }
  request.headers.host = isUsable(host) ? host : "invalid";
  if (protocol) request.headers["x-forwarded-proto"] = protocol;

  const from = request.headers.origin;
  // Remix compares Origin and Host as well, but answers 500 and not for every route: we judge, it sees nothing.
  delete request.headers.origin;
  return {
    id: crypto.randomUUID(),
    address: (request.url ?? "/").replace(ORIGIN, ""),
    clientAddress,
    foreignOrigin:
      from === undefined
        ? FROM_ELSEWHERE.test(String(request.headers["sec-fetch-site"] ?? ""))
        : !sameHost(from, ownOrigin(request, originOf)) && !sameHost(from, `http://${host}`),
    dataParameter: takeDataParameter(request),
    dataAddress: DATA_ADDRESS.test(request.url ?? ""),
  };
}

/** Asked for each request, and mostly about the same one. */
let usable: string | null = null;
function isUsable(host: string): boolean {
  if (host === usable) return true;
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  usable = host;
  return true;
}

/** By headers that may be believed. */
const ownOrigin = ({ headers }: IncomingMessage, originOf: OriginOf) =>
  originOf({
    headers: new Headers({
      host: headers.host ?? "",
      "x-forwarded-proto": String(headers["x-forwarded-proto"] ?? ""),
    }),
  });

/** Compares without the scheme: a proxy that ends TLS and does not say so is no stranger. */
function sameHost(a: string, b: string | null): boolean {
  return b !== null && URL.canParse(a) && URL.canParse(b) && new URL(a).host === new URL(b).host;
}

const firstOf = (header: string | string[] | undefined) =>
  String(header ?? "")
    .split(",")[0]
    ?.trim() || null;

const lastOf = (header: string | string[] | undefined) =>
  String(header ?? "")
    .split(",")
    .at(-1)
    ?.trim() || null;

/** Whether the query had `_data`, in whatever spelling. It goes from the address: Remix would run a single loader for it. */
function takeDataParameter(request: IncomingMessage): boolean {
  const [path, query = ""] = (request.url ?? "").split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  if (!parameters.has("_data")) return false;
  parameters.delete("_data");
  request.url = `${path}?${parameters}`;
  return true;
}

/** No address has as many slashes in a row; the router takes seconds over thousands of them. */
const MANY_SLASHES = /^[^?]*?\/{20}/;

/**
 * Makes the request one that remix-serve survives: `url` a path and query that `new URL` takes, without heaps of slashes,
 * and a method that `new Request` takes, which all do but TRACE. It is answered like OPTIONS: 405.
 */
function tidyRequest(request: IncomingMessage) {
  if (request.method === "TRACE") request.method = "OPTIONS";
  if (MANY_SLASHES.test(request.url ?? "")) {
    const [path = "", query] = (request.url ?? "").split(/(\?.*)/s);
    request.url = path.replace(/\/{20,}/g, "/".repeat(20)) + (query ?? "");
  }
  const url = request.url ?? "/";
  if (readsAsNoPath(url)) {
    const [path = "", query = ""] = url.split(/(\?.*)/s);
    request.url = path.replaceAll("%", "%25") + query; // the name of no page, spelled out
    return;
  }
  if (url.startsWith("/") && URL.canParse(`http://host${url}`)) return;
  const absolute = URL.canParse(url) ? new URL(url) : null;
  request.url = absolute ? absolute.pathname + absolute.search : "/";
}

/**
 * Whether the path, once decoded, begins like "//host", as "/%5C" does, or cannot be decoded: the router makes a URL of it
 * again and fails, Express prints what it stumbled over.
 */
function readsAsNoPath(url: string): boolean {
  const path = (url.split("?")[0] ?? "").replace(/\/{2,}/g, "/");
  try {
    const decoded = decodeURIComponent(path);
    return decoded !== path && URL.parse(decoded, "http://host")?.host !== "host";
  } catch {
    return true; // no UTF-8
  }
}

function addHeaders(response: ServerResponse, notes: RequestNotes, address: string) {
  const isBuiltFile = LOADED_BY_DOCUMENTS.test(address);
  const { authOrigin } = settings();
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  response.setHeader("X-Request-Id", notes.id);
  if (authOrigin?.startsWith("https:")) response.setHeader("Strict-Transport-Security", "max-age=31536000");

  // Express appends what Remix answers to what is set already, so a default has to wait until the answer is known.
  const writeHead = response.writeHead;
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    const isFile = isBuiltFile && args[0] === 200;
    const type = String(response.getHeader("Content-Type"));
    const isData = args[0] === 204 || DATA_TYPE.test(type); // what is empty is no document either
    const isIcon = args[0] === 200 && ICONS.test(address);
    const isDrawing = (isFile || isIcon) && type === "image/svg+xml";
    if (isFile) for (const name of FOR_CHANGING_FILES) response.removeHeader(name);
    if ((!isFile || isDrawing) && !response.hasHeader("Content-Security-Policy"))
      response.setHeader("Content-Security-Policy", isData || isDrawing ? NOTHING : OWN_FILES_ONLY);
    if (isIcon) response.removeHeader("X-Request-Id");
    if (isFile || isData || isIcon) {
      for (const name of FOR_DOCUMENTS) response.removeHeader(name);
      // That a connection stays open goes without saying in HTTP/1.1; for how long, its document has said. That it ends is told.
      if (response.shouldKeepAlive) response.removeHeader("Connection");
    }
    // What says nothing of caching is a person's own: redirects of the gate, data the router asks for.
    if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "private, no-store");
    if (args[0] === 503) response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
    // Lines that remove a cookie go before the response's own lines, which may set it again.
    if (notes.cookies) response.setHeader("Set-Cookie", [...notes.cookies, ...cookiesOf(response)]);
    // Whose page this is: the service worker keeps copies for one person only (app/shell/offline-rules.ts).
    // What others may keep is nobody's.
    const isOnesOwn = !String(response.getHeader("Cache-Control")).startsWith("public");
    if (notes.personId !== undefined && isOnesOwn) response.setHeader("X-Person", notes.personId);
    return writeHead.apply(response, args);
  }) as typeof writeHead;
}

const cookiesOf = (response: ServerResponse) => [response.getHeader("Set-Cookie") ?? []].flat().map(String);

/**
 * Reads on past a body that a refusal left unread: the connection's next request stands behind it and would wait for
 * ever, because Remix has put a reader on the body that has stopped asking.
 */
function skipRestOfBody(request: IncomingMessage) {
  if (request.readableEnded) return;
  request.removeAllListeners("data");
  request.resume();
}

type Asked = { method: string | undefined; path: string | undefined };

function ended(asked: Asked, response: ServerResponse, notes: RequestNotes, startedAt: number, count?: Count) {
  const status = response.writableFinished ? response.statusCode : 499; // 499: the other end went away
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const isStream = String(response.getHeader("Content-Type")).startsWith("text/event-stream");
  if (!isStream) count?.(notes.route, status, ms); // how long a page was open says nothing of answers, nor that it was closed
  log.info({ request: notes.id, ...asked, route: notes.route, status, ms, person: notes.personId });
}
