import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { freshDatabase } from "./database";
import { freePort } from "./free-port";

export type TestServer = {
  /** Such as `http://localhost:41234`. */
  origin: string;
  /** The server's database, also open in the test. */
  db: Db;
  dataDir: string;
  /** Settings for another server on the same database: `startServer(engine, sharedSettings)`. */
  sharedSettings: Record<string, string>;
  process: ChildProcess;
  /** Everything the server has printed so far. */
  output: () => string;
  /** Kills the process at once, as a power cut would. */
  kill: () => Promise<void>;
  /** Restarts the server after `kill`, on the same database, folder and port. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The server as `npm start` runs it, without preparing the database: each test has its own. */
const SERVE = "build/serve/worker.js";

/** Starts the built product on a fresh database and waits until it answers. */
export async function startServer(engine: Engine = "sqlite", env: Record<string, string> = {}): Promise<TestServer> {
  if (!existsSync("build/build.json")) throw new Error("There is no build. Run `npm run build` first.");
  const { db, url, folder, drop } = await freshDatabase(engine);
  const port = await freePort();
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    LOG_LEVEL: "info",
    SENDING_WINDOW_SECONDS: "0", // replies go out at once, unless a test checks the sending window
    ...(url && { DATABASE_URL: url }),
    ...env,
  };
  let output = "";
  let ended = Promise.resolve();

  async function begin(): Promise<ChildProcess> {
    const child = fork(SERVE, {
      env: environment,
      execArgv: [], // not the test runner's
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    ended = new Promise((resolve) => child.once("close", () => resolve()));
    await waitUntilReady(`http://127.0.0.1:${port}/login`, child, () => output);
    return child;
  }

  const server: TestServer = {
    origin: `http://localhost:${port}`,
    db,
    dataDir: join(folder),
    sharedSettings: { DATA_DIR: folder, ...(url && { DATABASE_URL: url }) },
    process: await begin(),
    output: () => output,
    async kill() {
      server.process.kill("SIGKILL");
      await ended;
    },
    async restart() {
      server.process = await begin();
    },
    async stop() {
      server.process.kill("SIGTERM");
      await ended;
      printErrors(output);
      await drop();
    },
  };
  return server;
}

/** Prints the first few errors from the server's log, shortened: only the log says why a page was a 500. */
function printErrors(output: string) {
  const errors = output.split("\n").filter((line) => line.includes('"level":"error"'));
  for (const line of errors.slice(0, 3)) console.warn(`The server logged ${line.slice(0, 600)}`);
}

/** Long enough for a start on a heavily loaded machine, and shorter than the hook timeout. */
const PATIENCE_MS = 60_000;

async function waitUntilReady(address: string, child: ChildProcess, output: () => string) {
  for (const begin = performance.now(); performance.now() - begin < PATIENCE_MS; ) {
    if (child.exitCode !== null) throw new Error(`The server ended before it answered:\n${output()}`);
    const answer = await fetch(address, { redirect: "manual" }).catch(() => null);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server doesn't answer:\n${output()}`);
}
