import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { run } from "./run.mjs";
import { step, Trouble } from "./terminal-output.mjs";

const LOCK = "package-lock.json";
/** Written by npm after every install: the versions actually installed. */
const INSTALLED = "node_modules/.package-lock.json";
/** Our marker while install scripts are pending, so that an interrupted install resumes there. */
const UNFINISHED = "node_modules/.unfinished";

/**
 * Whether node_modules matches the lock file.
 * A checkout updates the lock file's time without changing it, so if it's newer, the versions decide.
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
 * Installs missing packages and returns a function that waits for native builds. Without a prebuilt binary, SQLite
 * compiles for a minute on one core; steps that only need files can run meanwhile.
 * Callers must await the function before the process ends, and may do so more than once.
 */
export async function ensureInstalled() {
  if (!isInstalled()) {
    await step("Installing packages (the first time this takes up to two minutes)", async () => {
      // The build needs development packages too, regardless of NODE_ENV.
      await npm("ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund").then(mustBeGood);
      writeFileSync(UNFINISHED, "");
    });
  }
  if (!existsSync(UNFINISHED)) return async () => {};
  // Compile on all cores unless JOBS is set: the default is one.
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
