import { existsSync, readFileSync, statSync } from "node:fs";
import { run } from "./run.mjs";
import { step, Trouble } from "./say.mjs";

const LOCK = "package-lock.json";
/** npm writes this file after every install: what is really there. */
const INSTALLED = "node_modules/.package-lock.json";

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

/** Installs the packages when the lock file is newer than what is there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await step("Installing packages (the first time this takes up to two minutes)", async () => {
    // The build needs the development packages too, whatever NODE_ENV says.
    const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    const npm = process.env.npm_execpath;
    const { code, output } = npm?.endsWith(".js")
      ? await run(process.execPath, [npm, ...args], { quiet: true })
      : await run(process.platform === "win32" ? "npm.cmd" : "npm", args, { quiet: true });
    if (code === 0) return;
    console.error(output.trim().split("\n").slice(-30).join("\n"));
    throw new Trouble("The packages could not be installed; mend what npm says above and start again.");
  });
}
