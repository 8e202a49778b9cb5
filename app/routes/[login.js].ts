import { readFileSync } from "node:fs";

export const access = "public";

/** The sign-in page's script, built from app/entry.login.ts. */
export function loader() {
  return new Response(readFileSync(new URL("./login.js", import.meta.url)), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
