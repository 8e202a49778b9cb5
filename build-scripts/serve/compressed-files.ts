import { readdirSync } from "node:fs";
import { extname } from "node:path";
import type { RequestHandler, Response } from "express";

/** File endings of the copies from build-scripts/compress.ts, by encoding. */
const ENDINGS: Record<string, string> = { br: ".br", gzip: ".gz" };

/**
 * Rewrites requests to precompressed copies: no CPU time, and a seventh smaller than on-the-fly compression.
 * `express.static` must follow, on the same `folder` with `setHeaders: decodedType`.
 */
export function compressedFiles(folder: string): RequestHandler {
  const known = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `/${name.replaceAll("\\", "/")}`),
  );
  return (request, _response, next) => {
    const ending = ENDINGS[request.acceptsEncodings("br") || request.acceptsEncodings("gzip") || ""];
    if (ending && known.has(request.path + ending)) request.url = request.path + ending;
    next();
  };
}

/** Sets the decoded type and the encoding of a compressed copy. */
export function decodedType(response: Response, path: string) {
  const [encoding, ending] = Object.entries(ENDINGS).find(([, end]) => path.endsWith(end)) ?? [];
  if (!encoding || !ending) return;
  response.type(extname(path.slice(0, -ending.length))).set("Content-Encoding", encoding);
}
