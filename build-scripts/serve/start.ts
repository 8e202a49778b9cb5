/**
 * Serves Taskdesk in this process or, with WORKERS above 1, in that many child processes.
 * build-scripts/prepare.ts, a short-lived process, checks beforehand for everything that can go wrong.
 */
import { existsSync } from "node:fs";
import type { Prepared } from "../prepare";
import { Ended, fail, printLine, Trouble } from "../steps/terminal-output.mjs";
import { prepare } from "./run-prepare";

/** React reads it on load: without it, pages use its development build, which is several times slower. */
process.env.NODE_ENV ??= "production";

/** The ready line, with a second one until someone has signed in, for example after a killed first start. */
function readyLine([first, ...others]: string[], { account, unused }: Prepared) {
  const address = others.length > 0 ? `${first} (${others.join(", ")})` : first;
  if (!account) {
    const ready = `Taskdesk is ready at ${address}`;
    if (!unused) return ready;
    return `${ready}\nNo one has signed in yet. If you don't know the password, run: npm run password -- ${unused}`;
  }
  const password = account.password
    ? `and the password ${account.password} (shown only once)`
    : "and the password from ADMIN_PASSWORD";
  return `Taskdesk is ready at ${address} - sign in as ${account.email} ${password}`;
}

async function serve() {
  const prepared = await prepare();
  const { port, host, workers, metricsPort } = prepared;
  process.env.PORT = String(port);
  if (host) process.env.HOST = host;
  else delete process.env.HOST;
  const ready = (addresses: string[]) => printLine(readyLine(addresses, prepared));
  if (process.env.METRICS_PORT?.trim() || process.env.METRICS_TOKEN?.trim()) {
    const { gatherMetrics, serveMetrics } = await import("./metrics");
    if (workers > 1) gatherMetrics();
    if (metricsPort) serveMetrics(metricsPort, host ?? "127.0.0.1");
  }
  // Load on demand: with workers, the primary stays small.
  if (workers > 1) {
    const { serveWith } = await import("./workers");
    serveWith(workers, { ready, prepareBuild });
    return;
  }
  // A single process can't swap builds without downtime: it exits, and its supervisor starts the new build.
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
  const { serveBuild } = await import("./serve-build");
  ready((await serveBuild()).addresses);
}

/** Prepares the build now in build/ while the previous one serves. */
async function prepareBuild() {
  if (!existsSync("build/build.json")) throw new Trouble("build/ has no complete build. Run npm run build again.");
  try {
    await prepare({ serving: true });
  } catch (error) {
    if (error instanceof Ended) throw new Trouble("the new build couldn't be prepared; the reason is above.");
    throw error;
  }
}

try {
  await serve();
} catch (error) {
  if (error instanceof Ended) process.exit(error.code);
  if (error instanceof Trouble) fail(error.message);
  throw error;
}
