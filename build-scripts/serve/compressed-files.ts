import { readdirSync } from "node:fs";
import { extname } from "node:path";
import type { RequestHandler, Response } from "express";

/** Endings of the copies that the build has compressed (build-scripts/compress.ts), by encoding. */
const ENDINGS: Record<string, string> = { br: ".br", gzip: ".gz" };

/**
 * Leads to the compressed copy of a file: a seventh smaller than compression in passing makes it, and no work. `folder` is what
 * `express.static` behind it serves, with `setHeaders: decodedType`.
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

/** Says of a compressed copy what it is once it is decoded. */
export function decodedType(response: Response, path: string) {
  const [encoding, ending] = Object.entries(ENDINGS).find(([, end]) => path.endsWith(end)) ?? [];
  if (!encoding || !ending) return;
  response.type(extname(path.slice(0, -ending.length))).set("Content-Encoding", encoding);
}
