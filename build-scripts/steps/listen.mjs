/** remix-serve in this process, with our own words at the start and a swift, polite end. */
import { subscribe } from "node:diagnostics_channel";
import { dirname, join } from "node:path";
import { lookAtFewRoutes } from "./few-routes.mjs";
import {
  askForKnownFiles,
  handLoadersTheRequest,
  leaveCompressedAlone,
  logsNothing,
  sendWholeAnswers,
  takePropertiesAsTheyAre,
} from "./lean-serve.mjs";
import { writePlainDataQuickly } from "./plain-data.mjs";
import { fail } from "./say.mjs";

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
 */
export function listen(require, { ready }) {
  const finishing = endPolitely();
  const { log, error } = console;
  console.log = (...line) => {
    const match = REMIX_SERVE_LINE.exec(String(line[0]));
    if (match) ready(addressesOf(match));
    else log(...line);
  };
  console.error = (...line) => {
    // remix-serve prints what server.close() hands over, which is nothing.
    if (line.length > 0 && !(finishing() && line[0] === undefined)) error(...line);
  };
  process.on("uncaughtException", (trouble) => {
    const reason = trouble.syscall === "listen" ? LISTEN_TROUBLE[trouble.code] : undefined;
    if (reason) fail(`${trouble.address ?? ""}:${trouble.port} ${reason}; set PORT and HOST to a free address.`);
    error(trouble);
    process.exit(1);
  });

  process.env.NODE_ENV ??= "production";
  process.argv[2] = "build/index.js";
  const remixServe = require.resolve("@remix-run/serve/dist/cli.js");
  const placeOf = (name) => require.resolve(name, { paths: [remixServe] });
  lookAtFewRoutes(require(placeOf("@remix-run/router")));
  const replaceModule = (place, by) => {
    const original = require(place);
    require.cache[place].exports = by(original);
  };
  const runtime = dirname(placeOf("@remix-run/server-runtime"));
  writePlainDataQuickly(require(join(runtime, "single-fetch.js")));
  handLoadersTheRequest(require(join(runtime, "data.js")));
  sendWholeAnswers(require(placeOf("@remix-run/node")));
  takePropertiesAsTheyAre(require("react/jsx-runtime"));
  askForKnownFiles(require(placeOf("express")));
  replaceModule(placeOf("morgan"), () => logsNothing);
  replaceModule(placeOf("compression"), leaveCompressedAlone);
  require(remixServe);
}

/** With HOST the second address is the chosen one, and "localhost" would be a guess. */
function addressesOf([, local, other]) {
  if (!process.env.HOST) return other ? [local, other] : [local];
  const host = process.env.HOST.includes(":") ? `[${process.env.HOST}]` : process.env.HOST;
  return [`http://${host}:${process.env.PORT}`];
}

/**
 * Lets the process end after SIGTERM or SIGINT as soon as every running request has its answer. remix-serve itself stops
 * listening and closes what is idle at that moment; connections that fall idle later would be kept for a minute.
 * The front door sees to it that the end comes within two seconds (app/http/shutdown.server.ts).
 * Answers whether the end has begun.
 */
function endPolitely() {
  let ending = false;
  subscribe("http.server.request.start", ({ response, server }) => {
    response.once("close", () => {
      if (ending) setImmediate(() => server.closeIdleConnections());
    });
  });
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => {
      ending = true;
    });
  }
  return () => ending;
}
