import * as say from "./shell-copy";

/**
 * The service worker's rules, free of browser APIs: which requests it handles, which responses it keeps, and when it clears
 * them.
 */

/** Header with the signed-in person's id, on every response; absent when signed out. */
const PERSON_HEADER = "X-Person";

/** The fallback page for pages without a copy, and its files. */
export const OFFLINE_PAGE = "/offline.html";
export const OFFLINE_FILES = [OFFLINE_PAGE, "/offline.css", "/icons/favicon.svg"];

/** Maximum pages, and maximum data responses, kept per person; least recently used go first. */
export const KEPT_OF_A_KIND = 200;

/**
 * How the worker treats a request.
 *
 * asset     a build file with a hash in its name: never changes
 * offline   a file of the offline page
 * document  a whole page
 * data      a page's data alone
 * session   who is signed in: never kept, but decides whose copies stay
 * sign      signing in or out: clears all copies
 * other     left to the browser
 */
export type Kind = "asset" | "offline" | "document" | "data" | "session" | "sign" | "other";

type Asked = Pick<Request, "method" | "mode" | "url">;

const NEVER_KEPT = /^\/(?:api|builds|colours|events|icons|logos)(?:\/|$)/;

export function kindOf({ method, mode, url }: Asked, origin: string): Kind {
  const { origin: itsOrigin, pathname } = new URL(url);
  if (itsOrigin !== origin) return "other";
  if (method === "POST") return /^\/api\/auth\/(?:signout|callback\/)/.test(pathname) ? "sign" : "other";
  if (method !== "GET") return "other";
  if (pathname === "/api/auth/session") return "session";
  if (OFFLINE_FILES.includes(pathname)) return "offline";
  if (NEVER_KEPT.test(pathname)) return "other";
  if (pathname.startsWith("/build/")) return "asset";
  if (mode === "navigate") return "document";
  return pathname.endsWith(".data") || pathname.endsWith("/_payload.json") ? "data" : "other";
}

type Answer = Pick<Response, "status" | "type" | "redirected" | "headers">;

/**
 * Decides what to do with the copies after a document, data or session response. `keep` stores it for this person and drops
 * other people's copies. `forget` clears all copies, because no one is signed in.
 */
export function verdict(kind: Kind, answer: Answer): { keep: string } | "forget" | "nothing" {
  if (answer.status === 401) return "forget";
  // An opaque redirect hides its headers and target; a server error says nothing about the session.
  if (answer.type !== "basic" || answer.status >= 500) return "nothing";
  const person = answer.headers.get(PERSON_HEADER);
  if (person === null) return "forget";
  const complete = answer.status === 200 && !answer.redirected;
  return complete && (kind === "document" || kind === "data") ? { keep: person } : "nothing";
}

/** Returns the page of a data request: `/tasks.data?_routes=x` and `/tasks/_payload.json` are `/tasks`. */
export function pageOf(dataUrl: string): string {
  const url = new URL(dataUrl);
  url.searchParams.delete("_routes");
  const path = url.pathname.replace(/\/_payload\.json$/, "").replace(/\.data$/, "");
  return (path === "/_root" || path === "" ? "/" : path) + url.search;
}

/**
 * The reply to a router data request that is offline and not cached. It redirects the router to load the page as a
 * document, which the cached copy or the offline page answers.
 *
 * Shape   one line of turbo-stream, as @remix-run/server-runtime 2.17 writes it for `redirectDocument(page)`
 */
export function reloadAnswer(page: string): string {
  const shape = [["SingleFetchRedirect", 1], { _2: 3, _4: 5, _6: 7, _8: 9, _10: 7 }, "redirect", page];
  return `${JSON.stringify([...shape, "status", 302, "revalidate", false, "reload", true, "replace"])}\n`;
}

type KeptPage = { path: string; title: string };

/** Builds the offline page for `path`: a link to retry it, and a list of the cached pages. */
export function offlinePageFor(path: string, html: string, pages: readonly KeptPage[]): string {
  const items = pages.map(({ path, title }) => `<li><a href="${escaped(path)}">${escaped(title)}</a></li>`).join("");
  const list = items ? `<h2>${say.offlinePages}</h2><ul>${items}</ul>` : "";
  return html.replace(`href="${OFFLINE_PAGE}"`, () => `href="${escaped(path)}"`).replace("<!-- pages -->", () => list);
}

/** Returns a cached document's title as plain text; null if it has none. */
export function titleOf(html: string): string | null {
  const raw = /<title>([^<]*)<\/title>/.exec(html)?.[1]?.trim();
  if (!raw) return null;
  return raw.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
