import { readFileSync } from "node:fs";

/** Browsers check for a new worker on their own, signed in or not. */
export const access = "public";

/** The built service worker (app/entry.worker.ts). Served from the root for the scope `/`. */
export function loader() {
  return new Response(readFileSync(new URL("./sw.js", import.meta.url)), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache, max-age=0" },
  });
}
