import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { acceptedEncodings } from "~/http/compression.server";

/** Loaded by the login page, so by visitors without a session. */
export const access = "public";

const HEADERS = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "no-cache",
  Vary: "Accept-Encoding",
};

/** The script of the login page, built from app/entry.login.ts beside the server; compressed once, as small as can be. */
export function loader({ request }: LoaderFunctionArgs) {
  const [best] = acceptedEncodings(request.headers.get("Accept-Encoding") ?? "");
  if (best !== "br") return new Response(script(), { headers: HEADERS });
  return new Response(small(), { headers: { ...HEADERS, "Content-Encoding": best } });
}

const script = once(() => readFileSync(new URL("./login.js", import.meta.url)));
const small = once(() => brotliCompressSync(script()));

/** Of a build nothing changes. */
function once<Value>(make: () => Value) {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
