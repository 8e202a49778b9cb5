import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { addressOf, pageMemory } from "./page-memory";
import { createPayloads, payloadAddress } from "./payloads";

/** The payloads of this tab. */
export const payloads = createPayloads({
  // A redirect is no payload, wherever it ends: the navigation meets the gate by itself.
  fetch: (address) => fetch(address, { redirect: "manual", headers: { Accept: "application/json" } }),
  now: () => Date.now(),
  warn: (message, cause) => console.warn(message, cause),
});

let shownPath: string | null = null;

/** The path of the page in sight; only a navigation away from it looks for a payload. */
export function setShownPath(path: string) {
  shownPath = path;
}

/**
 * The `clientLoader` of a page: on the way back its data as they were seen (`page-memory`), else from the payload of the page
 * where one is to be had, else from its loader as usual. The root loader, and with it the session, is asked at every
 * navigation either way, on the way back behind the page.
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
