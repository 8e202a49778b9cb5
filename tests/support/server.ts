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
  process: ChildProcess;
  /** Everything the server has printed so far. */
  output: () => string;
  stop: () => Promise<void>;
};

/** remix-serve as `npm start` runs it, without what prepares the database: each test has its own. */
const SERVE = "build-scripts/steps/worker.mjs";

/** Starts the built product with remix-serve on a fresh database and waits until it answers. */
export async function startServer(engine: Engine = "sqlite", env: Record<string, string> = {}): Promise<TestServer> {
  if (!existsSync("build/build.json")) throw new Error("There is no build. Run `npm run build` first.");
  const { db, url, folder, drop } = await freshDatabase(engine);
  const port = await freePort();
  const child = fork(SERVE, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      LOG_LEVEL: "info",
      ...(url && { DATABASE_URL: url }),
      ...env,
    },
    execArgv: [], // not those of the test runner
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const origin = `http://localhost:${port}`;
  await answers(`http://127.0.0.1:${port}/login`, child, () => output);

  return {
    origin,
    db,
    dataDir: join(folder),
    process: child,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await drop();
    },
  };
}

async function answers(address: string, child: ChildProcess, output: () => string) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`The server ended at once:\n${output()}`);
    const answer = await fetch(address, { redirect: "manual" }).catch(() => null);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server does not answer:\n${output()}`);
}
