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
  /** The server's own database, open in the test as well. */
  db: Db;
  dataDir: string;
  /** What makes another server work on the same database: `startServer(engine, sharing)`. */
  sharing: Record<string, string>;
  process: ChildProcess;
  /** Everything the server has printed so far. */
  output: () => string;
  /** Ends the process at once, as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`, on the same database, folder and port. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The server as `npm start` runs it, without what prepares the database: each test has its own. */
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
    SENDING_WINDOW_SECONDS: "0", // what somebody writes is there at once, unless a test is about the window
    ...(url && { DATABASE_URL: url }),
    ...env,
  };
  let output = "";
  let ended = Promise.resolve();

  async function begin(): Promise<ChildProcess> {
    const child = fork(SERVE, {
      env: environment,
      execArgv: [], // not those of the test runner
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    ended = new Promise((resolve) => child.once("close", () => resolve()));
    await answers(`http://127.0.0.1:${port}/login`, child, () => output);
    return child;
  }

  const server: TestServer = {
    origin: `http://localhost:${port}`,
    db,
    dataDir: join(folder),
    sharing: { DATA_DIR: folder, ...(url && { DATABASE_URL: url }) },
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
      tellErrors(output);
      await drop();
    },
  };
  return server;
}

/** Why a page was a 500 stands in the server's log alone: the first few, cut. */
function tellErrors(output: string) {
  const errors = output.split("\n").filter((line) => line.includes('"level":"error"'));
  for (const line of errors.slice(0, 3)) console.warn(`The server logged ${line.slice(0, 600)}`);
}

/** Longer than a machine with far too much to do may need for a start, and less than a hook may take. */
const PATIENCE_MS = 60_000;

async function answers(address: string, child: ChildProcess, output: () => string) {
  for (const begin = performance.now(); performance.now() - begin < PATIENCE_MS; ) {
    if (child.exitCode !== null) throw new Error(`The server ended at once:\n${output()}`);
    const answer = await fetch(address, { redirect: "manual" }).catch(() => null);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server does not answer:\n${output()}`);
}
