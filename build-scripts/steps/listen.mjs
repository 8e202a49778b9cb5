/** remix-serve in this process, with our own words at the start and a swift, polite end. */
import { subscribe } from "node:diagnostics_channel";
import net from "node:net";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { lookAtFewRoutes } from "./few-routes.mjs";
import {
  askForKnownFiles,
  handLoadersTheRequest,
  keepFetchOfNode,
  keepSignals,
  leaveCompressedAlone,
  listenAsExpress,
  listModulesOnce,
  logsNothing,
  sendWholeAnswers,
  takePropertiesAsTheyAre,
} from "./lean-serve.mjs";
import { writePlainDataQuickly } from "./plain-data.mjs";
import { fail } from "./say.mjs";

/**
 * V8 lets a heap grow to four times of what is in use before it collects what requests leave behind. Little more than
 * half as much again is enough, for nearly the same processor time (docs/performance.md).
 */
const COLLECT_SOONER = "--heap-growing-percent=60";

/** What remix-serve prints when it listens: "[remix-serve] http://localhost:3000 (http://10.0.0.5:3000)". */
const REMIX_SERVE_LINE = /^\[remix-serve\] (\S+)(?: \((\S+)\))?$/;

const LISTEN_TROUBLE = {
  EADDRINUSE: "is in use by another program",
  EACCES: "may not be used by this account",
  EADDRNOTAVAIL: "is not an address of this machine",
};

/**
 * Starts remix-serve on PORT and HOST, which are set.
 * `ready` is called with the addresses once it listens.
 * Answers `{ leave }`, for one of several processes: it ends without cutting a connection that is in use (`endPolitely`).
 */
export function listen(require, { ready }) {
  setFlagsFromString(COLLECT_SOONER);
  const { finishing, leave, knowServer } = endPolitely();
  const { log, error } = console;
  console.log = (...line) => {
    const match = REMIX_SERVE_LINE.exec(String(line[0]));
    if (match) ready(addressesOf(match));
    else log(...line);
  };
  console.error = (...line) => {
    // remix-serve prints what server.close() hands over: nothing, or that it is closed already.
    const isFarewell = line[0] === undefined || line[0].code === "ERR_SERVER_NOT_RUNNING";
    if (line.length > 0 && !(finishing() && isFarewell)) error(...line);
  };
  process.on("uncaughtException", (trouble) => {
    const reason = trouble.syscall === "listen" ? LISTEN_TROUBLE[trouble.code] : undefined;
    if (reason) fail(`${trouble.address ?? ""}:${trouble.port} ${reason}; set PORT and HOST to a free address.`);
    error(trouble);
    process.exit(1);
  });

  process.argv[2] = "build/index.js";
  const { remixServe, express } = loadLibraries(require);
  knowServer(express);
  require(remixServe);
  return { leave };
}

let libraries;

/**
 * Loads what remix-serve is made of, as we want it; the second time that is known. Before the settings are, so nothing of
 * ours is among it.
 */
export function loadLibraries(require) {
  libraries ??= load(require);
  return libraries;
}

function load(require) {
  process.env.NODE_ENV ??= "production";
  const remixServe = require.resolve("@remix-run/serve/dist/cli.js");
  const resolved = (name) => require.resolve(name, { paths: [remixServe] });
  lookAtFewRoutes(require(resolved("@remix-run/router")));
  const express = require(resolved("express"));
  const replaceModule = (place, by) => {
    const original = require(place);
    require.cache[place].exports = by(original);
  };
  const runtime = dirname(resolved("@remix-run/server-runtime"));
  writePlainDataQuickly(require(join(runtime, "single-fetch.js")));
  handLoadersTheRequest(require(join(runtime, "data.js")));
  listModulesOnce(require(join(runtime, "entry.js")));
  const remixNode = require(resolved("@remix-run/node"));
  keepFetchOfNode(remixNode);
  sendWholeAnswers(remixNode);
  const remixExpress = resolved("@remix-run/express");
  keepSignals(require(remixExpress), remixNode, require(join(dirname(remixExpress), "server.js")));
  takePropertiesAsTheyAre(require("react/jsx-runtime"));
  askForKnownFiles(express);
  listenAsExpress(express.application);
  replaceModule(resolved("morgan"), () => logsNothing);
  replaceModule(resolved("compression"), leaveCompressedAlone);
  require("react-dom/server");
  // What comes later anyway, remix-serve's own and what the build asks for, the larger ones; what is missing is said then.
  for (const name of ["chokidar", "source-map-support"]) require(resolved(name));
  for (const name of OF_THE_BUILD) import(name).catch(() => {});
  return { remixServe, express };
}

const OF_THE_BUILD = [
  ...["@fastify/busboy", "@remix-run/react", "better-sqlite3", "markdown-it", "pg", "pino", "rate-limiter-flexible"],
  ...["image-size", "react-hot-toast/headless", "remix-auth"],
];

/** With HOST the second address is the chosen one, and "localhost" would be a guess. */
function addressesOf([, local, other]) {
  if (!process.env.HOST) return other ? [local, other] : [local];
  const host = process.env.HOST.includes(":") ? `[${process.env.HOST}]` : process.env.HOST;
  return [`http://${host}:${process.env.PORT}`];
}

/** So long a connection may rest before it counts as unused by a browser or proxy that could still be sending. */
const LAST_CALL_MS = 5_000;

/** The same where the end has to come soon: enough for what has left a proxy, and for what waits here to be read. */
const LAST_CALL_OF_SIGNAL_MS = 200;

/** Whatever somebody asked is answered by then, a large file on a poor line aside. */
const LONGEST_LEAVE_MS = 5 * 60_000;

/**
 * Lets the process end after SIGTERM or SIGINT as soon as every request has its answer, those among them that are on their way:
 * Node would close their connections as idle, and did so for every one that was busy. Each is told that its answer is the last.
 * The front door sees to it that the end comes within two seconds (app/http/shutdown.server.ts).
 *
 * finishing()   whether the end has begun
 * leave(left)   ends where others go on serving, with time. Nothing new is accepted; a connection in use is closed with its
 *               next answer, which says so, one that rests after some seconds. Then calls `left`. Closing at once would cut
 *               a request that is on its way.
 */
function endPolitely() {
  let server;
  let ending = false;
  let leaving = false;
  let lastCallIsOver = false;
  const running = new Set();
  subscribe("http.server.request.start", ({ response }) => {
    running.add(response);
    if (leaving || ending) response.shouldKeepAlive = false;
    response.once("close", () => {
      running.delete(response);
      if (lastCallIsOver) setImmediate(() => server.closeIdleConnections());
    });
  });
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => {
      if (!server) process.exit(0); // while the product is being loaded nobody has asked anything
      ending = true;
      lastCall(LAST_CALL_OF_SIGNAL_MS);
    });
  }

  /** What is answered from now on is the last of its connection; what rests after so long is closed. */
  function lastCall(ms) {
    for (const response of running) response.shouldKeepAlive = false;
    setTimeout(() => {
      lastCallIsOver = true;
      server.closeIdleConnections();
    }, ms).unref();
  }

  function leave(left) {
    if (leaving || ending) return;
    leaving = true;
    process.emit("leaving"); // for the application: app/http/shutdown.server.ts
    server.close(left);
    lastCall(LAST_CALL_MS);
    setTimeout(() => process.exit(0), LONGEST_LEAVE_MS).unref();
  }

  function knowServer({ application }) {
    const { listen } = application;
    application.listen = function (...where) {
      server = listen.apply(this, where);
      server.close = net.Server.prototype.close; // that of http closes connections as well
      return server;
    };
  }
  return { finishing: () => ending || leaving, leave, knowServer };
}
