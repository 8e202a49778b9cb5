import { readFile } from "node:fs/promises";

/** Loaded by the login page, so by visitors without a session. */
export const access = "public";

/** The script of the login page, built from app/entry.login.ts beside the server. */
export async function loader() {
  const script = await readFile(new URL("./login.js", import.meta.url));
  return new Response(script, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
