import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { addressOf, pageMemory } from "./page-memory";
import { createPayloads, payloadAddress } from "./payloads";

export const payloads = createPayloads({
  // Don't follow redirects: the navigation itself handles them, sign-in included.
  fetch: (address) => fetch(address, { redirect: "manual", headers: { Accept: "application/json" } }),
  now: () => Date.now(),
  warn: (message, cause) => console.warn(message, cause),
});

let shownPath: string | null = null;

/** Sets the path on screen; only a navigation away from it uses a payload. */
export function setShownPath(path: string) {
  shownPath = path;
}

/**
 * Creates the `clientLoader` of a page. Going back uses the remembered data (`page-memory`); otherwise the prefetched
 * payload, and failing that the server loader. The root loader, and so the session, is still fetched on every navigation;
 * going back doesn't wait for it.
 *
 *     export const clientLoader = fromPayload("routes/_app.tasks._index");
 */
export function fromPayload(routeId: string) {
  return async ({ request, serverLoader }: Pick<ClientLoaderFunctionArgs, "request" | "serverLoader">) => {
    const url = new URL(request.url);
    const seen = pageMemory.recall(addressOf(url));
    if (!seen && (url.pathname === shownPath || shownPath === null)) return serverLoader();
    const payload = seen ? { [routeId]: seen.data } : await payloads.ask(payloadAddress(url));
    return payload && routeId in payload ? payload[routeId] : serverLoader();
  };
}
