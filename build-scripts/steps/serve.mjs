/**
 * Serves Taskdesk with remix-serve, in this process or, with WORKERS above 1, in that many processes of their own.
 * Everything that can go wrong at the start is found before, by the short-lived build-scripts/prepare.ts.
 */
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { Ended, say, Trouble } from "./say.mjs";

/**
 * Checks the settings, brings the database up to date and makes the first account, in a process of its own:
 * the server then starts without the memory that needed.
 *
 * Answers `{ port, host, workers, metricsPort, account, unused }`: `account` is `{ email, password }` the first time, else null;
 * its password is null when ADMIN_PASSWORD set it. `unused` is the first admin's address until someone has signed in.
 * `serving`: the port is taken, by us.
 * Rejects with `Trouble`, or with `Ended` after it has said on standard error what went wrong.
 */
function prepare({ serving = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = fork("build/prepare.js", serving ? ["--serving"] : []);
    let answer;
    child.once("message", (message) => {
      answer = message;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (answer?.trouble) reject(new Trouble(answer.trouble));
      else if (code === 0 && answer) resolve(answer);
      else reject(new Ended(code || 1));
    });
  });
}

const require = createRequire(import.meta.url);

/** The line a person waits for, and a second one while nobody has signed in, such as after a killed first start. */
function readyLine(addresses, { account, unused }) {
  const [first, ...others] = addresses;
  const address = others.length > 0 ? `${first} (${others.join(", ")})` : first;
  if (!account) {
    const ready = `Taskdesk is ready at ${address}`;
    if (!unused) return ready;
    return `${ready}\nNobody has signed in yet. If you don't know the password, run: npm run password -- ${unused}`;
  }
  const password = account.password
    ? `and the password ${account.password} (shown only now)`
    : "and the password from ADMIN_PASSWORD";
  return `Taskdesk is ready at ${address} - sign in as ${account.email} ${password}`;
}

export async function serve() {
  const prepared = prepare();
  prepared.catch(() => {}); // it is heard below
  const alone = ["", "1"].includes(process.env.WORKERS?.trim() ?? "");
  if (alone) {
    // The other process has the settings and the database to look at; meanwhile this one loads what it needs anyway.
    const { loadLibraries } = await import("./listen.mjs");
    loadLibraries(require);
  }
  const { port, host, workers, metricsPort, account, unused } = await prepared;
  process.env.PORT = String(port);
  if (host) process.env.HOST = host;
  else delete process.env.HOST;
  const ready = (addresses) => say(readyLine(addresses, { account, unused }));
  if (process.env.METRICS_PORT?.trim() || process.env.METRICS_TOKEN?.trim()) {
    const { gatherMetrics, serveMetrics } = await import("./metrics.mjs");
    if (workers > 1) gatherMetrics();
    if (metricsPort) serveMetrics(metricsPort, host ?? "127.0.0.1");
  }
  // Each loads what it needs alone: the first of several processes stays small.
  if (workers > 1) {
    const { serveWith } = await import("./workers.mjs");
    serveWith(workers, { ready, prepareBuild });
    return;
  }
  // Nobody is there to serve meanwhile, so a new build needs a new start: whoever looks after this process sees to that.
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
  const { listen } = await import("./listen.mjs");
  listen(require, { ready });
}

/** For the build that lies in build/ now, while the one of before serves. */
async function prepareBuild() {
  if (!existsSync("build/build.json"))
    throw new Trouble("build/ holds none that is complete. Run npm run build again.");
  try {
    await prepare({ serving: true });
  } catch (error) {
    if (error instanceof Ended) throw new Trouble("the preparation of the new one failed and has said why.");
    throw error;
  }
}
