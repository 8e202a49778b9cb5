import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { build } from "esbuild";
import { inject } from "vitest";

/** A command of the product, started as an operator starts it. */
export type Command = {
  process: ChildProcess;
  output: () => string;
  errors: () => string;
  /** Waits until standard output contains this text. Throws with the whole output if the command ends first. */
  waitForOutput: (text: string | RegExp) => Promise<string>;
  /** Exit code; null when a signal ended the process. */
  ended: Promise<number | null>;
};

/** Starts `npm run NAME` without npm. Its environment is `settings` plus PATH, HOME and HOST. */
export const runCommand = (name: string, args: string[], settings: Record<string, string>): Command =>
  start(["build-scripts/taskdesk.mjs", name, ...args], settings);

/**
 * Starts the same command bundled into one file, for tests that don't check how commands start. This takes a fifth of
 * the time, most of which goes into reading modules one by one and compiling ours.
 */
export const runBundledCommand = async (name: string, args: string[], settings: Record<string, string>) =>
  start([await bundledCommand(name), ...args], settings);

/** Modules that can't be bundled: one has native code, the other is optional and not installed. */
const NATIVE = ["better-sqlite3", "pg-native"];
/** Lets bundled CommonJS packages call `require`. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

const bundles = new Map<string, Promise<string>>();

/** Bundles `npm run NAME` into one file, once per worker, and returns its path. */
export function bundledCommand(name: string): Promise<string> {
  const known = bundles.get(name) ?? bundled(name);
  bundles.set(name, known);
  return known;
}

async function bundled(name: string): Promise<string> {
  const outfile = `${inject("commandsFolder")}/${name}-${process.pid}.mjs`;
  const asNode = { platform: "node", format: "esm", target: "node20", external: NATIVE } as const;
  const alias = { "~": "./app" };
  const banner = { js: REQUIRE };
  await build({ entryPoints: [`build-scripts/${name}.ts`], outfile, bundle: true, alias, banner, ...asNode });
  return outfile;
}

function start(args: string[], settings: Record<string, string>): Command {
  // Leaves out NODE_ENV, although the types of packages require it: operators don't set it either.
  const { PATH, HOME } = process.env;
  const environment: Record<string, string | undefined> = { PATH, HOME, HOST: "127.0.0.1", ...settings };
  const child = spawn(process.execPath, args, {
    env: environment as NodeJS.ProcessEnv,
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

  async function waitForOutput(text: string | RegExp) {
    const found = () => (typeof text === "string" ? output.includes(text) : text.test(output));
    while (!found()) {
      const more = await Promise.race([once(child.stdout, "data"), ended.then(() => null)]);
      if (more === null && !found()) throw new Error(`The command ended without printing ${text}:\n${output}${errors}`);
    }
    return output;
  }
  return { process: child, output: () => output, errors: () => errors, waitForOutput, ended };
}
