import * as say from "./shell-copy";

/**
 * What the service worker does with a request, apart from the browser: which ones it looks at, which answers it keeps
 * for reading offline, and when it forgets them all.
 */

/** The server names the signed-in person's id in this header of every answer; absent when nobody is signed in. */
const PERSON_HEADER = "X-Person";

/** Address of the page shown offline for what was never seen, and what that page needs. */
export const OFFLINE_PAGE = "/offline.html";
export const OFFLINE_FILES = [OFFLINE_PAGE, "/offline.css", "/icons/favicon.svg"];

/** How many pages, and how many answers with data, are kept for one person; the ones unused for longest go first. */
export const KEPT_OF_A_KIND = 200;

/**
 * asset     a file of the browser build, with a hash in its name: never changes
 * offline   what the offline page needs
 * document  a page as a whole
 * data      what a page shows, without the page
 * session   who is signed in: never kept, but it tells whose copies may stay
 * sign      signing in or out: nobody's copies may stay
 * other     none of our business
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
 * What an answer to a document, data or session request means for the copies: `keep` it for this person (the copies of
 * anybody else go), `forget` them all because nobody is signed in any more, or nothing.
 */
export function verdict(kind: Kind, answer: Answer): { keep: string } | "forget" | "nothing" {
  if (answer.status === 401) return "forget";
  // A redirect of a document shows us neither its headers nor where it leads; a broken server says nothing of sessions.
  if (answer.type !== "basic" || answer.status >= 500) return "nothing";
  const person = answer.headers.get(PERSON_HEADER);
  if (person === null) return "forget";
  const complete = answer.status === 200 && !answer.redirected;
  return complete && (kind === "document" || kind === "data") ? { keep: person } : "nothing";
}

/** The page that a data request belongs to: `/tasks.data?_routes=x` and `/tasks/_payload.json` are `/tasks`. */
export function pageOf(dataUrl: string): string {
  const url = new URL(dataUrl);
  url.searchParams.delete("_routes");
  const path = url.pathname.replace(/\/_payload\.json$/, "").replace(/\.data$/, "");
  return (path === "/_root" || path === "" ? "/" : path) + url.search;
}

/**
 * The answer to a data request of the router that nobody can meet: a redirect to the page itself that asks for the whole
 * document, which the kept copy or the offline page then answers.
 *
 * Shape   one line of turbo-stream, as @remix-run/server-runtime 2.17 writes it for `redirectDocument(page)`
 */
export function reloadAnswer(page: string): string {
  const shape = [["SingleFetchRedirect", 1], { _2: 3, _4: 5, _6: 7, _8: 9, _10: 7 }, "redirect", page];
  return `${JSON.stringify([...shape, "status", 302, "revalidate", false, "reload", true, "replace"])}\n`;
}

type KeptPage = { path: string; title: string };

/** The offline page, shown in the place of `path`: its link tries that again, and below stand the pages that are kept. */
export function offlinePageFor(path: string, html: string, pages: readonly KeptPage[]): string {
  const items = pages.map(({ path, title }) => `<li><a href="${escaped(path)}">${escaped(title)}</a></li>`).join("");
  const list = items ? `<h2>${say.pagesYouHaveSeen}</h2><ul>${items}</ul>` : "";
  return html.replace(`href="${OFFLINE_PAGE}"`, () => `href="${escaped(path)}"`).replace("<!-- pages -->", () => list);
}

/** The title of a kept document, as text; null when it has none. */
export function titleOf(html: string): string | null {
  const raw = /<title>([^<]*)<\/title>/.exec(html)?.[1]?.trim();
  if (!raw) return null;
  return raw.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
