/* What remix-serve, and React in it, do for every request although it is done already, or for nothing. */
import { readdirSync } from "node:fs";
import { createServer, IncomingMessage, ServerResponse } from "node:http";

/** Instead of morgan: the front door writes a structured line for every request, remix-serve's own would be a second one. */
export const logsNothing = () => (_request, _response, next) => next();

/**
 * Has `express.static` ask the disk only for files that are there: those of `public` are known once it is built, and the
 * address of a page is none of them. Files of the build have a mount of their own.
 */
export function askForKnownFiles(express) {
  const serveStatic = express.static;
  express.static = (folder, options) => {
    const serve = serveStatic(folder, options);
    if (folder !== "public") return serve;
    const known = new Set(filesIn(folder).filter((path) => !path.startsWith("/build/")));
    return (request, response, next) => (known.has(request.path) ? serve(request, response, next) : next());
  };
}

/** As addresses: "/icons/favicon.svg". */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.replaceAll("\\", "/").slice(folder.length)}/${name}`);

/**
 * Has Node make requests and answers that have the methods of Express from the beginning. Express would give them other
 * prototypes later, and an object that is given a property after that gets a hidden class of its own in V8: code that reads
 * many such objects stays slow.
 */
export function listenAsExpress(application) {
  application.listen = function (...where) {
    const made = {
      IncomingMessage: withMethods(IncomingMessage, this.request),
      ServerResponse: withMethods(ServerResponse, this.response),
    };
    return createServer(made, this).listen(...where);
  };
}

/**
 * The same constructor, with another prototype. V8 counts what stands behind the return, for it sets aside as much room in an
 * object as its constructor seems to fill: without room in it, one with so many properties would become a slow dictionary.
 */
const withMethods = (make, methods) => {
  const Made = new Function(
    "make",
    `return function (...given) { make.apply(this, given); return; ${SEEN.repeat(32)} }`,
  )(make);
  Made.prototype = methods;
  return Made;
};

const SEEN = "this.property = undefined;";

/**
 * Has React take the properties of an element as they are handed to it, as React 19 does: 18 copies them, for a key or ref
 * among them, and a page has hundreds of elements. Where there is one of these, or a default, it still does; and in development,
 * where elements know more.
 */
export function takePropertiesAsTheyAre(jsxRuntime) {
  const { jsx } = jsxRuntime;
  const { $$typeof, _store } = jsx("a", {});
  if (_store) return;
  jsxRuntime.jsx = jsxRuntime.jsxs = (type, props, key) => {
    if ("ref" in props || "key" in props || type?.defaultProps) return jsx(type, props, key);
    return { $$typeof, type, key: key === undefined ? null : `${key}`, ref: null, props, _owner: null };
  };
}

/**
 * Has `compression`, which prepares every answer for a stream to be put in between, leave alone what we compress in one
 * piece: pages and payloads.
 */
export function leaveCompressedAlone(compression) {
  return (options) => {
    const compress = compression(options);
    return (request, response, next) => (comesCompressed(request) ? next() : compress(request, response, next));
  };
}

const comesCompressed = ({ headers, path }) =>
  headers.accept?.startsWith("text/html") || path.endsWith("/_payload.json");

/**
 * Has an answer that is there in one piece (app/http/compression.server.ts) sent in one: head, body and end. One that comes as a
 * stream is read no faster than it is taken, and no further once nobody takes it: Remix would read all of a file into memory for
 * whoever takes it slowly, and for whoever has gone.
 */
export function sendWholeAnswers(remixNode) {
  remixNode.writeReadableStreamToWritable = async (body, response) => {
    if (body.bytes) response.end(body.bytes);
    else await sendStream(body.getReader(), response);
  };
}

async function sendStream(reader, response) {
  let goOn;
  // Of an answer that waits behind another on its connection only the connection says that nobody is there any more.
  const { socket } = response.req;
  const gone = () => {
    reader.cancel().catch(() => {});
    goOn?.();
  };
  socket.once("close", gone);
  response.on("drain", () => goOn?.()); // once for all: where it is compressed, one that is taken away again would stay
  try {
    for (;;) {
      if (socket.destroyed) return gone();
      const { done, value } = await reader.read();
      if (done) return void response.end();
      const takesMore = response.write(value);
      response.flush?.();
      if (!takesMore && !socket.destroyed) await new Promise((resolve) => (goOn = resolve));
    }
  } catch (error) {
    response.destroy(error);
    throw error;
  } finally {
    socket.off("close", gone);
  }
}

/**
 * Has remix-serve hand on requests that have the very signal which says that nobody waits any more. Node gives each `Request` a
 * signal of its own that follows the given one, by a listener, a weak reference and an entry among what is to be finalized: a
 * fifteenth of the time of a page. `adapter` is the module behind @remix-run/express.
 */
export function keepSignals(remixExpress, remixNode, adapter) {
  remixExpress.createRequestHandler = ({ build, mode }) => {
    const handle = remixNode.createRequestHandler(build, mode);
    return async (request, response, next) => {
      try {
        await adapter.sendRemixResponse(response, await handle(requestFor(request, response, remixNode, adapter)));
      } catch (error) {
        next(error);
      }
    };
  };
}

/** The same request as Remix has it. Of what a proxy says only what may be believed is left by now (app/http/every-request). */
function requestFor(request, response, { createReadableStreamFromReadable }, { createRemixHeaders }) {
  const { method, protocol, headers, originalUrl } = request;
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const init = { method, headers: createRemixHeaders(headers) };
  if (method !== "GET" && method !== "HEAD") {
    init.body = createReadableStreamFromReadable(request);
    init.duplex = "half";
  }
  return new RequestWithSignal(`${protocol}://${headers.host}${originalUrl}`, init, gone.signal);
}

class RequestWithSignal extends Request {
  #signal;

  constructor(url, init, signal) {
    super(url, init);
    this.#signal = signal;
  }

  get signal() {
    return this.#signal;
  }
}

/** Has `fetch` and what belongs to it stay Node's own, as it has them by now: Remix would load the same library once more. */
export function keepFetchOfNode(remixNode) {
  remixNode.installGlobals = () => {};
}

/** What Remix adds to the query for itself, and takes out again before a loader sees it. */
const OF_REMIX = ["index", "_routes"];

/**
 * Has Remix hand each loader the request as it came. It would make two others for each, with headers and signals of their
 * own, to take from the query what is hardly ever there.
 */
export function handLoadersTheRequest(remixData) {
  const { callRouteLoader } = remixData;
  remixData.callRouteLoader = async (args) => {
    const { request, loader, params, loadContext: context } = args;
    if (wouldChange(request)) return callRouteLoader(args);
    const result = await loader({ request, params, context });
    // Nothing is a mistake, which Remix words.
    return result === undefined ? callRouteLoader({ ...args, loader: () => result }) : result;
  };
}

/** Has Remix list the modules of all routes once for a build, where it would for each page. */
export function listModulesOnce(remixEntry) {
  const { createEntryRouteModules } = remixEntry;
  const known = new WeakMap();
  remixEntry.createEntryRouteModules = (routes) => {
    if (!known.has(routes)) known.set(routes, createEntryRouteModules(routes));
    return known.get(routes);
  };
}

/** Whether the query says something to Remix, or would be spelled in another way by it. */
function wouldChange({ url }) {
  if (!url.includes("?")) return false;
  const { search, searchParams } = new URL(url);
  return OF_REMIX.some((name) => searchParams.has(name)) || search !== `?${searchParams}`;
}
