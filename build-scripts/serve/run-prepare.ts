import { fork } from "node:child_process";
import type { Prepared } from "../prepare";
import { Ended, Trouble } from "../steps/terminal-output.mjs";

/**
 * Runs build/prepare.js in a separate process, so that the server starts without the memory it needed.
 * `serving`: this server already holds the port.
 * Rejects with `Trouble`, or with `Ended` once the reason is on standard error.
 */
export function prepare({ serving = false } = {}): Promise<Prepared> {
  return new Promise((resolve, reject) => {
    const child = fork("build/prepare.js", serving ? ["--serving"] : []);
    let answer: Prepared | { trouble: string } | undefined;
    child.once("message", (message: typeof answer) => {
      answer = message;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (answer && "trouble" in answer) reject(new Trouble(answer.trouble));
      else if (code === 0 && answer) resolve(answer);
      else reject(new Ended(code || 1));
    });
  });
}
