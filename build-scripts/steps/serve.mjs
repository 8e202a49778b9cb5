/**
 * Serves Taskdesk with remix-serve, in this process or, with WORKERS above 1, in that many processes of their own.
 * Everything that can go wrong at the start is found before, by the short-lived build-scripts/prepare.ts.
 */
import { fork } from "node:child_process";
import cluster from "node:cluster";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { listen } from "./listen.mjs";
import { say, Trouble } from "./say.mjs";

/** Two seconds from the signal to the end, less what a slow machine needs to notice. */
const WORKERS_MUST_END_MS = 1_950;

/**
 * Checks the settings, brings the database up to date and makes the first account, in a process of its own:
 * the server then starts without the memory that needed.
 *
 * Answers `{ port, host, workers, account }`: `account` is `{ email, password }` the first time, else null;
 * its password is null when ADMIN_PASSWORD set it.
 */
function prepare() {
  return new Promise((resolve, reject) => {
    const child = fork("build/prepare.js");
    let answer;
    child.once("message", (message) => {
      answer = message;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (answer?.trouble) reject(new Trouble(answer.trouble));
      else if (code === 0 && answer) resolve(answer);
      else process.exit(code || 1); // it has said on standard error what went wrong
    });
  });
}

/** The one line a person waits for. */
function readyLine(addresses, account) {
  const [first, ...others] = addresses;
  const address = others.length > 0 ? `${first} (${others.join(", ")})` : first;
  if (!account) return `Taskdesk is ready at ${address}`;
  const password = account.password
    ? `and the password ${account.password} (shown only now)`
    : "and the password from ADMIN_PASSWORD";
  return `Taskdesk is ready at ${address} - sign in as ${account.email} ${password}`;
}

export async function serve() {
  const { port, host, workers, account } = await prepare();
  process.env.PORT = String(port);
  if (host) process.env.HOST = host;
  else delete process.env.HOST;
  const ready = (addresses) => say(readyLine(addresses, account));
  if (workers === 1) return listen(createRequire(import.meta.url), { ready });
  serveWith(workers, ready);
}

/** The first process only starts the others, and starts another one for each that breaks. */
function serveWith(count, ready) {
  let ending = false;
  let waiting = true;
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./worker.mjs", import.meta.url)), args: [] });
  cluster.on("message", (_worker, addresses) => {
    if (waiting) ready(addresses);
    waiting = false;
  });
  cluster.on("exit", (_worker, code) => {
    if (ending) {
      if (Object.keys(cluster.workers).length === 0) process.exit(0);
    } else if (waiting) {
      process.exit(code || 1); // never came up: the next one would not either
    } else {
      cluster.fork();
    }
  });
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => {
      ending = true;
      for (const worker of Object.values(cluster.workers)) worker.process.kill("SIGTERM");
      setTimeout(() => process.exit(0), WORKERS_MUST_END_MS);
    });
  }
  for (let n = 0; n < count; n++) cluster.fork();
}
