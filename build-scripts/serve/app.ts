/**
 * The Express app in front of Remix, with the middleware any Remix app needs from its server. Sessions and permissions
 * are checked in app/server.ts, so that remix-serve has them too.
 */
import type { ServerResponse } from "node:http";
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
  app.use(compression());
  app.use("/build", forFiles, compressedFiles("public/build"), express.static("public/build", OF_A_BUILD));
  app.use(express.static("public", { maxAge: "1h", index: false, redirect: false, setHeaders: forPublicFile }));
  app.use(remixHandler(build));
  app.use(unforeseen(build.product));
  return app;
}

/** Build files never change: their names contain a content hash. */
const OF_A_BUILD = {
  ...{ immutable: true, maxAge: "1y", index: false, redirect: false, setHeaders: decodedType },
  ...{ lastModified: false, acceptRanges: false }, // the ETag says as much, in fewer bytes
};

/** Stops browsers from guessing a file's type, other sites from loading it, and an SVG opened as a page from running. */
const forFiles: RequestHandler = (request, response, next) => {
  response.set({ "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" });
  if (request.path.endsWith(".svg")) response.set("Content-Security-Policy", "default-src 'none'");
  next();
};

/** For icons and the offline page, which may load only our own files. */
function forPublicFile(response: ServerResponse, path: string) {
  const own = "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  response.setHeader("Referrer-Policy", "same-origin");
  response.setHeader("Content-Security-Policy", path.endsWith(".svg") ? "default-src 'none'" : own);
}

/** Handles errors that Remix didn't. */
const unforeseen =
  ({ log }: Build["product"]): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    log.error({ request: response.locals.context?.server?.requestId, err: error }, "Request failed");
    if (response.headersSent) return void response.destroy();
    for (const name of response.getHeaderNames()) response.removeHeader(name); // set for a different response
    response.status(500).type("text/plain").send("Internal Server Error");
  };
