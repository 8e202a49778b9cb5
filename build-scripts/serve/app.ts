/**
 * The Express app in front of Remix: what any Remix app wants of its server. Sessions and what people may do are guarded in
 * app/server.ts, where remix-serve has that as well.
 */
import type { ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import type { Build } from "./build";
import { compressedFiles, decodedType } from "./compressed-files";
import type { GracefulEnd } from "./graceful-shutdown";
import { onlyOneHost } from "./host-header";
import { inTurnOfConnection } from "./one-request-at-a-time";
import { remixHandler } from "./remix-handler";
import { watchRequests } from "./watch-requests";

export function createApp(build: Build, end: GracefulEnd) {
  const app = express();
  app.disable("x-powered-by");
  app.use(inTurnOfConnection());
  app.use(watchRequests(build.product));
  app.use(end.watch);
  app.use(onlyOneHost);
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } } }));
  app.use("/build", forFiles, compressedFiles("public/build"), express.static("public/build", OF_A_BUILD));
  app.use(express.static("public", { maxAge: "1h", index: false, redirect: false, setHeaders: forPublicFile }));
  app.use(remixHandler(build));
  app.use(unforeseen(build.product));
  return app;
}

/** Of brotli: 4, which compression would take, costs a page a sixth of its time for a twentieth fewer bytes. */
const QUALITY = 3;

/** The name of a file of the build has a hash of what is in it: it never changes. */
const OF_A_BUILD = { immutable: true, maxAge: "1y", index: false, redirect: false, setHeaders: decodedType };

/** Browsers may not guess the type of a file, nor other sites load it; a drawing opened as a page may do nothing. */
const forFiles: RequestHandler = (request, response, next) => {
  response.set({ "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" });
  if (request.path.endsWith(".svg")) response.set("Content-Security-Policy", "default-src 'none'");
  next();
};

/** The same for icons and the offline page, which may load our own files alone. */
function forPublicFile(response: ServerResponse, path: string) {
  const own = "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  response.setHeader("Referrer-Policy", "same-origin");
  response.setHeader("Content-Security-Policy", path.endsWith(".svg") ? "default-src 'none'" : own);
}

/** What Remix did not answer itself. */
const unforeseen =
  ({ log }: Build["product"]): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    log.error({ request: response.locals.context?.server?.requestId, err: error }, "Request failed");
    if (response.headersSent) return void response.destroy();
    for (const name of response.getHeaderNames()) response.removeHeader(name); // they were meant for another answer
    response.status(500).type("text/plain").send("Internal Server Error");
  };
