import { fork } from "node:child_process";
import { once } from "node:events";

/**
 * Runs the first part of every start in its own process: settings, database, first account. Returns the exit code, the
 * output, and the account it created or the reason why it couldn't.
 */
export async function prepareOnce(env: Record<string, string>, program = "build/prepare.js") {
  const child = fork(program, [], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", ...env },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  let answer: { account?: { email: string } | null; trouble?: string } = {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  child.once("message", (message) => {
    answer = message as typeof answer;
  });
  const [code] = await once(child, "close");
  return { code, output, ...answer };
}
