import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { Build } from "./build";

declare global {
  namespace Express {
    interface Locals {
      context: AppLoadContext;
    }
  }
}

/** The one address with a key in its path; the log has no queries. */
const KEY_IN_PATH = /^(\/api\/mail\/unsubscribe\/).+/;

/** Gives each request an id and logs it once it has ended. */
export function watchRequests({ log, countRequest }: Build["product"]): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method } = request;
    const path = request.path.replace(KEY_IN_PATH, "$1…");
    const context: AppLoadContext = {
      server: {
        requestId: randomUUID(),
        address: request.originalUrl,
        clientAddress: request.socket.remoteAddress ?? "",
        origin: request.get("Origin") ?? null,
        hasDataParameter: false,
      },
    };
    response.locals.context = context;
    response.once("close", () => {
      const status = response.writableFinished ? response.statusCode : 499; // 499: the client disconnected
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const { route, personId } = context.notes ?? {};
      // A stream's duration and status say nothing about response times.
      const isStream = String(response.get("Content-Type")).startsWith("text/event-stream");
      if (!isStream) countRequest?.(route, status, ms);
      log.info({ request: context.server?.requestId, method, path, route, status, ms, person: personId });
    });
    next();
  };
}
