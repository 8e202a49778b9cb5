import { fork } from "node:child_process";
import type { Prepared } from "../prepare";
import { Ended, Trouble } from "../steps/say.mjs";

/**
 * Checks the settings, brings the database up to date and makes the first account, in a process of its own: the server then starts
 * without the memory that needed. `serving`: the port is taken, by us.
 * Rejects with `Trouble`, or with `Ended` after it has said on standard error what went wrong.
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
