import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { build } from "esbuild";
import { inject } from "vitest";

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
export const runCommand = (name: string, args: string[], settings: Record<string, string>): Command =>
  start(["build-scripts/taskdesk.mjs", name, ...args], settings);

/**
 * The same command in one file, for a test that is not about how commands start. It takes a fifth of the time, most of which
 * goes into reading modules one by one, ours and those of packages, and translating ours.
 */
export const runBundledCommand = async (name: string, args: string[], settings: Record<string, string>) =>
  start([await bundledCommand(name), ...args], settings);

/** What is not JavaScript alone, or is looked for and not there. */
const NATIVE = ["better-sqlite3", "pg-native"];
/** For the packages that are CommonJS. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

const bundles = new Map<string, Promise<string>>();

/** The path of the program behind `npm run NAME`, in one file. */
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
  // Without NODE_ENV, which the types of the packages want: people don't set it either.
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
