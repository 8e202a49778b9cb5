import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { acceptedEncodings } from "./compression.server";

/** What the build compresses, and what remix-serve would call it. */
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};
const SUFFIXES = { br: ".br", gzip: ".gz" };

const there = new Map<string, boolean>();

/**
 * Leads a request for a hashed file to the copy the build has compressed: a seventh smaller than what compression in
 * passing makes of it, and no work. Files of the build never change, so whether there is one is asked once.
 */
export function preferCompressedFile(request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? "";
  const type = TYPES[/^\/build\/[\w/.$[\]-]+(\.\w+)$/.exec(path)?.[1] ?? ""];
  if (!type || path.includes("..")) return;
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = acceptedEncodings(accepted).find((name) => exists(`public${path}${SUFFIXES[name]}`));
  if (!encoding) return;
  request.url = path + SUFFIXES[encoding];
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", encoding);
  response.setHeader("Vary", "Accept-Encoding");
}

function exists(file: string): boolean {
  const known = there.get(file);
  if (known !== undefined) return known;
  const found = existsSync(file);
  if (found) there.set(file, true); // what is not there is not remembered: addresses made up would fill the memory
  return found;
}
