/**
 * The service worker: hashed files from its own copy, pages and their data from the network with the copy seen last for
 * reading offline, and an offline page for the rest. What is kept belongs to one person and goes when they do.
 * The decisions are in shell/offline-rules; here is only what needs the browser.
 */
import { assets } from "@remix-pwa/dev?assets";
import {
  KEPT_OF_A_KIND,
  type Kind,
  kindOf,
  OFFLINE_FILES,
  OFFLINE_PAGE,
  offlinePageFor,
  pageOf,
  reloadAnswer,
  titleOf,
  verdict,
} from "~/shell/offline-rules";
import { COPY } from "~/shell/offline-worker";

const worker = self as unknown as ServiceWorkerGlobalScope;

/** One cache of hashed files for each build. Its name is the build's own: that of the route manifest. */
const ASSETS = `assets ${assets.find((path) => /\/manifest-[^/]*\.js$/.test(path)) ?? assets.join()}`;
const OFFLINE = "offline page";
const PRIVATE = "private ";

/** Message of the page, or of the worker that is being replaced, to the one that waits. */
const TAKE_OVER = "take over";

/** Requests are numbered, so that an answer that comes late can be told from one that is news. */
let asked = 0;

/**
 * Whose copies are kept, as far as this run of the worker knows (null: nobody's), and the number of the request that said
 * so: answers to earlier ones tell nothing about who is signed in now, and those for somebody else are not kept.
 */
let holder: { person: string | null | undefined; since: number } = { person: undefined, since: 0 };

worker.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([
      caches.open(ASSETS).then((cache) => cache.addAll(assets)),
      caches
        .open(OFFLINE)
        .then((cache) => cache.addAll(OFFLINE_FILES.map((path) => new Request(path, { cache: "reload" })))),
    ]),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOldAssets(), worker.clients.claim()]));
});

worker.addEventListener("message", (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = kindOf(request, worker.location.origin);
  if (kind === "other") return;
  if (kind === "asset") return event.respondWith(fromCacheFirst(request));
  if (kind === "offline")
    return event.respondWith(
      fetch(request)
        .catch(() => kept(request))
        .then(orNothing),
    );
  if (kind === "sign") return event.respondWith(forget().then(() => fetch(request).finally(forget)));
  if (kind === "document") event.waitUntil(letNewWorkerIn());
  event.respondWith(fromNetworkFirst(event, kind));
});

async function fromNetworkFirst(event: FetchEvent, kind: Kind): Promise<Response> {
  const { request } = event;
  const number = ++asked;
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch {
    const copy = kind === "session" ? undefined : ((await kept(request)) ?? (await keptShell(request)));
    return copy ? dated(copy) : withoutNetwork(kind, request);
  }
  event.waitUntil(heed(kind, request, answer.clone(), number));
  return answer;
}

/** A copy says of when it is, for the page to tell (`shell/copies`). */
function dated({ body, status, statusText, headers: asKept }: Response): Response {
  const headers = new Headers(asKept);
  headers.set("Server-Timing", `${COPY};desc="${headers.get("Date")}"`);
  return new Response(body, { status, statusText, headers });
}

async function withoutNetwork(kind: Kind, request: Request): Promise<Response> {
  if (kind === "document") return offlinePage(request);
  if (kind !== "data" || request.url.includes("/_payload.json")) return Response.error();
  const body = reloadAnswer(pageOf(request.url));
  return new Response(body, { status: 202, headers: { "Content-Type": "text/x-script", "X-Remix-Response": "yes" } });
}

/** Keeps an answer, or forgets what was kept before, as the rules say. */
async function heed(kind: Kind, request: Request, answer: Response, number: number) {
  const what = verdict(kind, answer);
  if (what === "forget") return forget();
  if (what === "nothing") return;
  const person = what.keep;
  if (person !== holder.person) {
    if (number <= holder.since) return;
    holder = { person, since: number };
  }
  const name = PRIVATE + person;
  await remove((other) => other !== name);
  const cache = await caches.open(name);
  await cache.put(request.url, answer);
  if (holder.person !== person) return void (await caches.delete(name));
  await trim(cache, kind);
}

/** Nobody is signed in, or somebody else is about to be: no copy stays, and none that is on its way arrives. */
async function forget() {
  holder = { person: null, since: asked };
  await remove(() => true);
}

const privateCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PRIVATE));

/** Removes the private caches that `which` names. */
async function remove(which: (name: string) => boolean) {
  const names = (await privateCaches()).filter(which);
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function trim(cache: Cache, kind: Kind) {
  // `put` moves an address to the end: the first ones have not been seen for longest.
  const keys = await cache.keys();
  const same = keys.filter((key) => isData(key) === (kind === "data"));
  await Promise.all(same.slice(0, -KEPT_OF_A_KIND).map((key) => cache.delete(key)));
}

const isData = ({ url }: Request) => kindOf({ method: "GET", mode: "cors", url }, worker.location.origin) === "data";

/** A copy of ours; the offline page and private copies alike. What `Vary` says does not matter: they are one person's. */
const kept = (request: Request) => caches.match(request.url, { ignoreVary: true });

/**
 * What only the root loader answers (who is signed in, the site's name) is the same on every page, but asked for under the
 * address of each: for a page whose data was loaded in advance and never shown, any other copy will do.
 */
async function keptShell(request: Request) {
  if (!isShellData(request)) return undefined;
  for (const name of await privateCaches()) {
    const cache = await caches.open(name);
    const copy = (await cache.keys()).filter(isShellData).at(-1);
    if (copy) return cache.match(copy);
  }
  return undefined;
}

const isShellData = ({ url }: Request) => new URL(url).searchParams.get("_routes") === "root";

async function fromCacheFirst(request: Request): Promise<Response> {
  const copy = await caches.match(request.url);
  return copy ?? fetch(request);
}

async function offlinePage(request: Request): Promise<Response> {
  const page = await caches.match(OFFLINE_PAGE);
  if (!page) return Response.error();
  const { pathname, search } = new URL(request.url);
  const html = offlinePageFor(pathname + search, await page.text(), await keptPages());
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'self'" };
  return new Response(html, { status: 503, headers });
}

/** The documents that can be read offline, the last one first. */
async function keptPages() {
  const names = await privateCaches();
  const pages = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name);
      const documents = (await cache.keys()).filter((key) => !isData(key)).reverse();
      return Promise.all(
        documents.slice(0, 20).map(async (key) => {
          const { pathname, search } = new URL(key.url);
          const html = (await (await cache.match(key))?.text()) ?? "";
          return { path: pathname + search, title: titleOf(html) ?? pathname };
        }),
      );
    }),
  );
  return pages.flat();
}

/**
 * A page that is loaded anew is the moment for a new worker to take over. Both speak to the same server
 * and keep the same things, so it may happen in the middle of that load.
 */
async function letNewWorkerIn() {
  worker.registration.waiting?.postMessage(TAKE_OVER);
}

/** Open pages of the build before may still need its files, which the server no longer has: one older set stays. */
async function dropOldAssets() {
  const older = (await caches.keys()).filter((name) => name.startsWith("assets ") && name !== ASSETS);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

const orNothing = (answer: Response | undefined) => answer ?? Response.error();
