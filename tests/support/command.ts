import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A command of the product, as a person starts it. */
export type Command = {
  process: ChildProcess;
  output: () => string;
  errors: () => string;
  /** Waits until standard output says this. Throws with what it said instead when the command ends before. */
  says: (text: string | RegExp) => Promise<string>;
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

/** Starts `npm run NAME` without npm: `settings` are its whole environment but for what finding programs needs. */
export function runCommand(name: string, args: string[], settings: Record<string, string>): Command {
  const child = spawn(process.execPath, ["build-scripts/taskdesk.mjs", name, ...args], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = once(child, "close").then(([code]) => code as number | null);

  async function says(text: string | RegExp) {
    const found = () => (typeof text === "string" ? output.includes(text) : text.test(output));
    while (!found()) {
      const more = await Promise.race([once(child.stdout, "data"), ended.then(() => null)]);
      if (more === null && !found()) throw new Error(`It ended without saying ${text}:\n${output}${errors}`);
    }
    return output;
  }
  return { process: child, output: () => output, errors: () => errors, says, ended };
}
