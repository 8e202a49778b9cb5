import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Engine } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { freshDatabase } from "./database";
import { freePort } from "./free-port";

export type Workers = {
  origin: string;
  port: number;
  db: Db;
  dataDir: string;
  /** A copy of the installed product for this desk alone: tests may change its `build`. */
  folder: string;
  /** The first process, which starts the others. */
  pid: number;
  /** Process ids of the workers that serve now. */
  serving: () => number[];
  output: () => string;
  /** Ends all processes with SIGTERM, and returns the exit code. */
  end: () => Promise<number | null>;
  /** Does what `end` does, and drops the database. */
  stop: () => Promise<void>;
};

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Starts the built product with several processes on a fresh database, from a copy of the build. Waits until all of
 * them serve.
 */
export async function startWorkers(engine: Engine, env: Record<string, string> = {}): Promise<Workers> {
  const { db, url, folder: dataDir, drop } = await freshDatabase(engine);
  const folder = await copyOfProduct();
  const port = await freePort();
  const { WORKERS = "2" } = env;
  const child = spawn(process.execPath, ["build/serve/start.js"], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir },
      ...{ SENDING_WINDOW_SECONDS: "0", ADMIN_PASSWORD: "correct horse", ...(url && { DATABASE_URL: url }), ...env },
      WORKERS,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  const serving = () =>
    [...output.matchAll(/"pid":(\d+),"msg":"Server process ready\."/g)].map(([, pid]) => Number(pid)).filter(isAlive);
  const workers: Workers = {
    origin: `http://127.0.0.1:${port}`,
    ...{ port, db, dataDir, folder, serving },
    pid: child.pid as number,
    output: () => output,
    end() {
      child.kill("SIGTERM");
      return ended;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await until(() => serving().length === Number(WORKERS), workers);
  return workers;
}

/** Waits for something that the processes do on their own. */
export async function until(isSo: () => boolean | Promise<boolean>, { output }: Pick<Workers, "output">) {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Timed out waiting for the processes. Their output:\n${output().slice(-3_000)}`);
}

/** Copies the installed product into its own folder, where tests may change its `build`. */
export async function copyOfProduct() {
  const folder = await mkdtemp(join(tmpdir(), "taskdesk-product-"));
  await cp("build", join(folder, "build"), { recursive: true });
  for (const part of ["public", "node_modules", "package.json"]) await symlink(resolve(part), join(folder, part));
  return folder;
}
