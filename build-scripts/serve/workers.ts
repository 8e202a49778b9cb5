/**
 * The first of several server processes. It serves nothing itself: it starts the others (worker.ts), starts another one for
 * each that breaks, and brings up a new build without turning anybody away.
 */
import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { note } from "../steps/say.mjs";
import { isTerminalGone } from "../steps/terminal.mjs";

/** Two seconds from the signal to the end, less what a slow machine needs to notice. */
const WORKERS_MUST_END_MS = 1_950;

/** A worker that has not come up by then will not. */
const MUST_BE_UP_MS = 60_000;

/** One that ends sooner after it came up keeps dying, and is not simply started again. */
const STEADY_MS = 2_000;

/** How long to wait before a worker is replaced that was the nth in a row to keep dying: not at all for none, up to 30 s. */
export const waitAfterDeath = (inARow: number) => (inARow === 0 ? 0 : Math.min(500 * 2 ** (inARow - 1), 30_000));

/**
 * Serves with `count` processes until SIGTERM or SIGINT.
 *
 * `ready` is called with the addresses, once, when the first of them listens.
 * `prepareBuild` brings the database up to date for the build that lies in build/ now; on SIGHUP, before its workers begin.
 * It rejects with the reason when that cannot be done: then everything stays as it is.
 */
export function serveWith(
  count: number,
  { ready, prepareBuild }: { ready: (addresses: string[]) => void; prepareBuild: () => Promise<void> },
) {
  /** When each came up, by worker; null for one that is still coming. */
  const upSince = new Map<Worker, number | null>();
  /** Those told to leave: they finish what they were asked. */
  const leaving = new Set<Worker>();
  let serving = false;
  let ending = false;
  let renewing = false;
  let askedAgain = false;
  let deathsInARow = 0;

  // Each takes its connections itself: one that hangs is handed none that would then wait for it.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./worker.js", import.meta.url)), args: [] });

  function begin() {
    const worker = cluster.fork();
    upSince.set(worker, null);
    worker.on("error", () => {}); // it is gone, as "exit" tells
    worker.once("message", (addresses: string[]) => {
      upSince.set(worker, performance.now());
      note("info", "Server process ready.", { pid: worker.process.pid });
      if (!serving) ready(addresses);
      serving = true;
    });
    worker.once("exit", (code, signal) => {
      const since = upSince.get(worker) ?? null;
      upSince.delete(worker);
      if (ending) return upSince.size === 0 && process.exit(0);
      if (leaving.delete(worker)) return;
      if (!serving) process.exit(code || 1); // never came up: the next one would not either
      replace(worker, signal ?? `exit code ${code}`, since !== null && performance.now() - since >= STEADY_MS);
    });
    return worker;
  }

  function replace(worker: Worker, reason: string, wasSteady: boolean) {
    if (renewing) return; // which sees to it that there are enough, however it ends
    deathsInARow = wasSteady ? 0 : deathsInARow + 1;
    const wait = waitAfterDeath(deathsInARow);
    const when = wait === 0 ? "now" : `in ${wait / 1000} s`;
    note("error", `Server process ended (${reason}); starting another ${when}.`, { pid: worker.process.pid });
    setTimeout(fill, wait);
  }

  /** Begins those that are missing. */
  function fill() {
    if (ending || renewing) return;
    while (staying().length < count) begin();
  }

  const staying = () => [...upSince.keys()].filter((worker) => !leaving.has(worker));

  /** New workers first, then the old ones leave. */
  async function renew() {
    if (renewing) {
      askedAgain = true;
      return;
    }
    renewing = true;
    note("info", "Starting the new build beside the current one.");
    try {
      await prepareBuild();
      await bringUp();
    } catch (error) {
      if (!ending) note("error", `The current build keeps serving: ${(error as Error).message}`);
    }
    renewing = false;
    fill();
    if (askedAgain && !ending) {
      askedAgain = false;
      void renew();
    }
  }

  async function bringUp() {
    if (ending) return;
    const next = Array.from({ length: count }, begin);
    try {
      await Promise.all(next.map(isUp));
    } catch (error) {
      for (const worker of next) {
        leaving.add(worker);
        worker.process.kill("SIGKILL");
      }
      throw error;
    }
    for (const worker of staying().filter((one) => !next.includes(one))) {
      leaving.add(worker);
      if (worker.isConnected()) worker.send("leave");
    }
    deathsInARow = 0;
    note("info", `The new build is serving with ${count} processes; the old ones finish their open requests.`);
  }

  process.on("SIGHUP", () => {
    if (isTerminalGone()) end();
    else void renew();
  });
  function end() {
    ending = true;
    for (const worker of upSince.keys()) worker.process.kill("SIGTERM");
    setTimeout(() => process.exit(0), WORKERS_MUST_END_MS);
  }
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, end);
  for (let n = 0; n < count; n++) begin();
}

const isUp = (worker: Worker) =>
  new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("exit", () =>
      reject(new Error("a process of the new build ended before it was ready; the reason is above.")),
    );
    setTimeout(() => reject(new Error("the new build wasn't ready within a minute.")), MUST_BE_UP_MS).unref();
  });
