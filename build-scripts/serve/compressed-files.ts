import { readdirSync } from "node:fs";
import { extname } from "node:path";
import type { RequestHandler } from "express";

const SUFFIXES: Record<string, string> = { br: ".br", gzip: ".gz" };

/**
 * Leads to the copy of a file that the build has compressed (build-scripts/compress.ts): a seventh smaller than compression in
 * passing makes it, and no work. `folder` is what `express.static` behind it serves.
 */
export function compressedFiles(folder: string): RequestHandler {
  const known = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `/${name.replaceAll("\\", "/")}`),
  );
  return (request, response, next) => {
    const encoding = request.acceptsEncodings("br") || request.acceptsEncodings("gzip") || "";
    const suffix = SUFFIXES[encoding];
    if (suffix && known.has(request.path + suffix)) {
      response.type(extname(request.path)).set("Content-Encoding", encoding).vary("Accept-Encoding");
      request.url = request.path + suffix;
    }
    next();
  };
}
