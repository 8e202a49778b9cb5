import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import type { Build } from "./build";
import { addressFor } from "./clean-request-url";
import { handlersOf } from "./handlers";

/**
 * Answers requests with Remix. Unlike @remix-run/express, it applies backpressure to response streams and stops
 * reading when the client disconnects.
 */
export function remixHandler(build: Build): RequestHandler {
  const handlerFor = handlersOf(build);
  return async (request, response, next) => {
    try {
      const asked = remixRequest(request, response);
      if (!asked) return void response.status(405).type("text/plain").send("Method Not Allowed\n");
      const handle = handlerFor(new URL(asked.url).pathname);
      await send(await handle(asked, response.locals.context), response);
    } catch (error) {
      if (response.destroyed && !(error instanceof BrokenOff)) return; // the client disconnected
      next(error);
    }
  };
}

/** Converts to a `Request`; null for methods that `Request` refuses. */
function remixRequest(request: ExpressRequest, response: ExpressResponse): Request | null {
  const { method, protocol } = request;
  if (method === "TRACE" || method === "CONNECT") return null;
  const { server } = response.locals.context;
  const { url, hasDataParameter } = addressFor(
    `${protocol}://${request.get("Host") ?? "localhost"}`,
    request.originalUrl,
  );
  if (server) server.hasDataParameter = hasDataParameter;

  const headers = new Headers();
  for (const [name, values = []] of Object.entries(request.headersDistinct))
    if (name !== "origin") for (const value of values) headers.append(name, value);

  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? (Readable.toWeb(bodyOf(request, response)) as BodyInit) : null;
  return new Request(url, { method, headers, body, signal: gone.signal, ...(hasBody && { duplex: "half" }) });
}

/** The request body. Drains the part a refusal left unread, because the connection's next request follows it. */
function bodyOf(request: ExpressRequest, response: ExpressResponse): Readable {
  const body = new PassThrough();
  request.once("error", (error) => body.destroy(error));
  response.once("finish", () => {
    request.unpipe(body);
    request.resume();
  });
  return request.pipe(body);
}

/** Bytes. Responses up to this length are sent in one piece, which saves setting up streams. */
const WHOLE = 1024 * 1024;

/** A response that failed partway. */
class BrokenOff extends Error {}

async function send(answer: Response, response: ExpressResponse) {
  const isWhole = answer.body && Number(answer.headers.get("Content-Length") ?? Number.NaN) <= WHOLE;
  const whole = isWhole ? Buffer.from(await answer.arrayBuffer()) : null; // before headers are set: an error sets its own
  response.status(answer.status);
  response.statusMessage = answer.statusText;
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") response.append(name, value);
    else response.set(name, value);
  }
  if (whole || !answer.body) return void response.end(whole ?? undefined);
  if (response.get("Content-Type")?.startsWith("text/event-stream")) response.flushHeaders(); // the first event may take long
  response.setMaxListeners(20); // pipeline adds seven listeners, and each middleware adds more
  const source = Readable.fromWeb(answer.body as ReadableStream);
  let broken: BrokenOff | null = null;
  source.once("error", (cause) => {
    if (!response.destroyed) broken = new BrokenOff("Response interrupted.", { cause });
  });
  await pipeline(source, response).catch((error) => {
    throw broken ?? error;
  });
}
