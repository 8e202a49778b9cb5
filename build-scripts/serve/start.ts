/**
 * Serves Taskdesk in this process or, with WORKERS above 1, in that many processes of their own. Everything that can go wrong at the
 * start is found before, by the short-lived build-scripts/prepare.ts.
 */
import { existsSync } from "node:fs";
import type { Prepared } from "../prepare";
import { Ended, fail, say, Trouble } from "../steps/say.mjs";
import { prepare } from "./prepare-database";

/** React reads it when it is loaded: without, pages come from its development build, which is several times slower. */
process.env.NODE_ENV ??= "production";

/** The line a person waits for, and a second one while nobody has signed in, such as after a killed first start. */
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
  const ready = (addresses: string[]) => say(readyLine(addresses, prepared));
  if (process.env.METRICS_PORT?.trim() || process.env.METRICS_TOKEN?.trim()) {
    const { gatherMetrics, serveMetrics } = await import("./metrics");
    if (workers > 1) gatherMetrics();
    if (metricsPort) serveMetrics(metricsPort, host ?? "127.0.0.1");
  }
  // Each loads what it needs alone: the first of several processes stays small.
  if (workers > 1) {
    const { serveWith } = await import("./workers");
    serveWith(workers, { ready, prepareBuild });
    return;
  }
  // Nobody is there to serve meanwhile, so a new build needs a new start: whoever looks after this process sees to that.
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
  const { serveBuild } = await import("./serve-build");
  ready((await serveBuild()).addresses);
}

/** For the build that lies in build/ now, while the one of before serves. */
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
