import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { run } from "./run.mjs";
import { step, Trouble } from "./say.mjs";

const LOCK = "package-lock.json";
/** npm writes this file after every install: what is really there. */
const INSTALLED = "node_modules/.package-lock.json";
/** Ours, as long as the packages' own scripts have still to run: what was cut off goes on there. */
const UNFINISHED = "node_modules/.unfinished";

/**
 * True when node_modules holds what the lock file asks for.
 * A checkout gives the lock file a new time without changing it, so a newer time alone is not enough: the versions decide.
 */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  if (statSync(LOCK).mtimeMs <= statSync(INSTALLED).mtimeMs) return true;
  const wanted = JSON.parse(readFileSync(LOCK, "utf8")).packages;
  const present = JSON.parse(readFileSync(INSTALLED, "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, peer, extraneous }]) =>
      path === "" || present[path]?.version === version || ((optional || peer || extraneous) && !present[path]),
  );
}

/**
 * Installs the packages when the lock file is newer than what is there. What it answers waits until they are ready for use:
 * SQLite, where there is no finished one for the machine, is compiled for a minute on one core, and the other can do what
 * needs files only. It is to be waited for before the process ends, and may be more than once.
 */
export async function ensureInstalled() {
  if (!isInstalled()) {
    await step("Installing packages (the first time this takes up to two minutes)", async () => {
      // The build needs the development packages too, whatever NODE_ENV says.
      await npm("ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund").then(mustBeGood);
      writeFileSync(UNFINISHED, "");
    });
  }
  if (!existsSync(UNFINISHED)) return async () => {};
  // With all cores, unless somebody said otherwise: the compiler's default is one, and the last to end is waited for.
  process.env.JOBS ??= "max";
  const finishing = npm("rebuild");
  let ready;
  return () =>
    (ready ??= step("Building native packages", async () => {
      mustBeGood(await finishing);
      rmSync(UNFINISHED);
    }));
}

function npm(...what) {
  const args = [...what, "--loglevel=error"];
  const ours = process.env.npm_execpath;
  return ours?.endsWith(".js")
    ? run(process.execPath, [ours, ...args], { quiet: true })
    : run(process.platform === "win32" ? "npm.cmd" : "npm", args, { quiet: true });
}

function mustBeGood({ code, output }) {
  if (code === 0) return;
  console.error(output.trim().split("\n").slice(-30).join("\n"));
  throw new Trouble("The packages couldn't be installed. Fix what npm reports above and start again.");
}
