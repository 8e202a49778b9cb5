import { readFileSync } from "node:fs";

/** Loaded by the login page, so by visitors without a session. */
export const access = "public";

/** The script of the login page, built from app/entry.login.ts beside the server. */
export function loader() {
  return new Response(readFileSync(new URL("./login.js", import.meta.url)), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
