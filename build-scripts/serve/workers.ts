/**
 * The primary process with WORKERS above 1. It serves nothing itself: it starts the workers (worker.ts), replaces any
 * that crash, and rolls out a new build without refusing requests.
 */
import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { isTerminalGone } from "../steps/terminal.mjs";
import { note } from "../steps/terminal-output.mjs";

/** Two seconds from signal to exit, minus some time for a slow machine to notice. */
const WORKERS_MUST_END_MS = 1_950;

/** A worker that isn't ready after this long never will be. */
const MUST_BE_UP_MS = 60_000;

/** A worker that dies sooner after it was ready is crash-looping and gets a delayed restart. */
const STEADY_MS = 2_000;

/** Backoff in milliseconds after the nth early death in a row: none for 0, at most 30 s. */
export const waitAfterDeath = (inARow: number) => (inARow === 0 ? 0 : Math.min(500 * 2 ** (inARow - 1), 30_000));

/**
 * Serves with `count` workers until SIGTERM or SIGINT.
 *
 * `ready` runs once with the addresses, when the first worker listens.
 * `prepareBuild` runs on SIGHUP, before the new workers start, and migrates the database for the build now in build/.
 * If it rejects, the current workers stay.
 */
export function serveWith(
  count: number,
  { ready, prepareBuild }: { ready: (addresses: string[]) => void; prepareBuild: () => Promise<void> },
) {
  /** When each worker was ready; null while it starts. */
  const upSince = new Map<Worker, number | null>();
  /** Workers told to leave; they finish their requests first. */
  const leaving = new Set<Worker>();
  let serving = false;
  let ending = false;
  let renewing = false;
  let askedAgain = false;
  let deathsInARow = 0;

  // Each worker accepts its own connections, so that a hung one isn't assigned any.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./worker.js", import.meta.url)), args: [] });

  function begin() {
    const worker = cluster.fork();
    upSince.set(worker, null);
    worker.on("error", () => {}); // "exit" follows
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
      if (!serving) process.exit(code || 1); // never came up: the next one wouldn't either
      replace(worker, signal ?? `exit code ${code}`, since !== null && performance.now() - since >= STEADY_MS);
    });
    return worker;
  }

  function replace(worker: Worker, reason: string, wasSteady: boolean) {
    if (renewing) return; // renew() restores the count, however it ends
    deathsInARow = wasSteady ? 0 : deathsInARow + 1;
    const wait = waitAfterDeath(deathsInARow);
    const when = wait === 0 ? "now" : `in ${wait / 1000} s`;
    note("error", `Server process ended (${reason}); starting another ${when}.`, { pid: worker.process.pid });
    setTimeout(fill, wait);
  }

  function fill() {
    if (ending || renewing) return;
    while (staying().length < count) begin();
  }

  const staying = () => [...upSince.keys()].filter((worker) => !leaving.has(worker));

  /** Starts new workers first, then lets the old ones leave. */
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
