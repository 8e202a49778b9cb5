import { readFileSync } from "node:fs";

/** The browser looks for a new worker on its own, also where nobody is signed in. */
export const access = "public";

/** The service worker that the build put beside the server (app/entry.worker.ts). Its address gives it the scope `/`. */
export function loader() {
  return new Response(readFileSync(new URL("./sw.js", import.meta.url)), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache, max-age=0" },
  });
}
