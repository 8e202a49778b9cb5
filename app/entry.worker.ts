/**
 * The service worker. Serves hashed files from cache; pages and data from the network, falling back to the latest copy,
 * then the offline page. Copies belong to one person and are cleared at sign-out. shell/offline-rules holds the rules; this
 * file holds what needs browser APIs.
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
import { COPY } from "~/shell/register-service-worker";

const worker = self as unknown as ServiceWorkerGlobalScope;

/** One cache of hashed files per build, named after its route manifest. */
const ASSETS = `assets ${assets.find((path) => /\/manifest-[^/]*\.js$/.test(path)) ?? assets.join()}`;
const OFFLINE = "offline page";
const PRIVATE = "private ";

/** Message to the waiting worker from the page or the worker it replaces. */
const TAKE_OVER = "take over";

/** Numbers requests, to recognise late responses. */
let asked = 0;

/**
 * Whose copies are kept, as far as this run knows (null: signed out), and the number of the request that said so. Older
 * responses don't prove who is signed in now, and responses for another person aren't kept.
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
        .then(orError),
    );
  if (kind === "sign") return event.respondWith(forget().then(() => fetch(request).finally(forget)));
  if (kind === "document") event.waitUntil(activateWaitingWorker());
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
    return copy ? dated(copy) : offlineAnswer(kind, request);
  }
  event.waitUntil(keepOrForget(kind, request, answer.clone(), number));
  return answer;
}

/** Adds a copy's date for the page to show (`shell/offline-copies`). */
function dated({ body, status, statusText, headers: asKept }: Response): Response {
  const headers = new Headers(asKept);
  headers.set("Server-Timing", `${COPY};desc="${headers.get("Date")}"`);
  return new Response(body, { status, statusText, headers });
}

async function offlineAnswer(kind: Kind, request: Request): Promise<Response> {
  if (kind === "document") return offlinePage(request);
  if (kind !== "data" || request.url.includes("/_payload.json")) return Response.error();
  const body = reloadAnswer(pageOf(request.url));
  return new Response(body, { status: 202, headers: { "Content-Type": "text/x-script", "X-Remix-Response": "yes" } });
}

async function keepOrForget(kind: Kind, request: Request, answer: Response, number: number) {
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

/** No one is signed in, or another person is about to be: clears every copy, including those in flight. */
async function forget() {
  holder = { person: null, since: asked };
  await remove(() => true);
}

const privateCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PRIVATE));

async function remove(which: (name: string) => boolean) {
  const names = (await privateCaches()).filter(which);
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function trim(cache: Cache, kind: Kind) {
  // `put` moves an address to the end, so the first ones are the oldest.
  const keys = await cache.keys();
  const same = keys.filter((key) => isData(key) === (kind === "data"));
  await Promise.all(same.slice(0, -KEPT_OF_A_KIND).map((key) => cache.delete(key)));
}

const isData = ({ url }: Request) => kindOf({ method: "GET", mode: "cors", url }, worker.location.origin) === "data";

/** Finds a copy, private or of the offline page. Ignores `Vary`: all private copies belong to one person. */
const kept = (request: Request) => caches.match(request.url, { ignoreVary: true });

/**
 * The root loader's data (session, site name) is the same on every page but requested under each page's address. For a page
 * that was prefetched but never shown, any other copy works.
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

/** A page load is the moment for a new worker to take over, even mid-load: both use the same server and caches. */
async function activateWaitingWorker() {
  worker.registration.waiting?.postMessage(TAKE_OVER);
}

/** Open pages of the previous build may still need its files, which the server no longer has: keeps one older set. */
async function dropOldAssets() {
  const older = (await caches.keys()).filter((name) => name.startsWith("assets ") && name !== ASSETS);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

const orError = (answer: Response | undefined) => answer ?? Response.error();
