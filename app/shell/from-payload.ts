import type { SerializeFrom } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isMissingChunk } from "./chunks";
import { loadFromServer } from "./load-from-server";
import { addressOf, pageMemory } from "./page-memory";
import { createPayloads, payloadAddress } from "./payloads";
import { sheetInPlace } from "./sheet-in-place";

/** The payloads of this tab. */
export const payloads = createPayloads({
  // A redirect is no payload, wherever it ends: the navigation meets the gate by itself.
  fetch: (address) => fetch(address, { redirect: "manual", headers: { Accept: "application/json" } }),
  now: () => Date.now(),
  warn: (message, cause) => console.warn(message, cause),
});

/** So long news wait for a part that they need, in milliseconds. */
const SOON_MS = 2_000;
const soon = () => new Promise((resolve) => setTimeout(resolve, SOON_MS));

let shownPath: string | null = null;

/** The path of the page in sight; only a navigation away from it looks for a payload. */
export function setShownPath(path: string) {
  shownPath = path;
}

/**
 * The `clientLoader` of a page: on the way back its data as they were seen (`page-memory`), else from the payload of the page
 * where one is to be had, else from its loader as usual. The root loader, and with it the session, is asked at every
 * navigation either way, on the way back behind the page. `more` is the address of a
 * style sheet that the page is not to be seen without, or brings the parts (`ui/part`) that it has with such data.
 *
 *     export const clientLoader = fromPayload("routes/_app.tasks._index");
 */
export function fromPayload<Loader = unknown>(
  routeId: string,
  more: string | ((data: SerializeFrom<Loader>) => readonly unknown[]) = () => [],
) {
  const [sheet, parts] = typeof more === "string" ? [more, () => []] : [null, more];
  return async ({ request, serverLoader }: Pick<ClientLoaderFunctionArgs, "request" | "serverLoader">) => {
    const url = new URL(request.url);
    const seen = pageMemory.recall(addressOf(url));
    if (!seen && (url.pathname === shownPath || shownPath === null)) {
      const anew = await serverLoader();
      // One that does not come, or not soon, has a link in its place: what was answered is shown.
      await Promise.race([Promise.allSettled(parts(anew as SerializeFrom<Loader>)), soon()]);
      return anew;
    }
    const looks = sheet && sheetInPlace(sheet);
    const payload = seen ? { [routeId]: seen.data } : await payloads.ask(payloadAddress(url));
    await looks;
    const data = payload && routeId in payload ? payload[routeId] : await serverLoader();
    try {
      await Promise.all(parts(data as SerializeFrom<Loader>));
    } catch (cause) {
      if (isMissingChunk(cause) && loadFromServer(url.pathname + url.search)) return new Promise(() => {});
      throw cause;
    }
    return data;
  };
}
