import { type ChildProcess, type ForkOptions, fork, type Serializable } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** CPU milliseconds a process has used so far, all threads included. Linux only. */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readOr(`/proc/${pid}/task/${thread}/schedstat`, "0").split(" ")[0]);
  }
  return nanoseconds / 1e6;
}

/** CPU milliseconds of a process's children, without its own. A child that exits in the meantime counts as 0. */
export const cpuMsOfChildren = (pid: number) =>
  childrenOf(pid).reduce((sum, child) => sum + cpuMsUnlessEnded(child), 0);

function cpuMsUnlessEnded(pid: number): number {
  try {
    return cpuMs(pid);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readOr(`/proc/${pid}/task/${thread}/children`, "").split(" ").filter(Boolean).map(Number),
  );
}

/** Proportional set size (PSS) in MiB: private memory plus the process's share of shared memory. */
export function memoryMib(pid: number): number {
  const [, kib = "0"] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return Number(kib) / 1024;
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}

const LOOK_MS = 500;
const LOOKS = 1_200;

/** Waits until the process is idle: at startup it runs jobs that came due since the desk was created. At most ten minutes. */
export async function waitUntilIdle(pid: number): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const before = cpuMs(pid);
    await setTimeout(LOOK_MS);
    if (cpuMs(pid) - before < LOOK_MS / 20) return;
  }
}

export type Served = { origin: string; pid: number; startedInMs: number; stop: () => Promise<void> };

/** Starts a server, sends it `message` if given, and waits for the line with its address. Throws if it exits first. */
export function serve(script: string, args: string[], options: ForkOptions, message?: Serializable): Promise<Served> {
  const begun = performance.now();
  const child = fork(script, args, { ...options, stdio: ["ignore", "pipe", "inherit", "ipc"] });
  if (message !== undefined) child.send(message);
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (text) => {
      said = (said + text).slice(-2_000);
      const origin = /ready at (http:\/\/\S+)/.exec(said)?.[1];
      if (!origin || child.pid === undefined) return;
      resolve({ origin, pid: child.pid, startedInMs: performance.now() - begun, stop: () => ended(child) });
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${script} ended with code ${code}.`)));
  });
}

async function ended(child: ChildProcess) {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await gone;
}
