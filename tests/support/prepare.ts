import { fork } from "node:child_process";
import { once } from "node:events";

/**
 * What every start does first, in a process of its own: the settings, the database, the first account. Answers the exit code,
 * what it printed, the account where it made one, and the sentence where it could not.
 */
export async function prepareOnce(env: Record<string, string>, program = "build/prepare.js") {
  const child = fork(program, [], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", ...env },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  let answer: { account?: { email: string } | null; trouble?: string } = {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  }
  child.once("message", (message) => {
    answer = message as typeof answer;
  });
  const [code] = await once(child, "close");
  return { code, said, ...answer };
}
