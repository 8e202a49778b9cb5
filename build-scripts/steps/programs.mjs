import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";
import { Trouble } from "./terminal-output.mjs";

/** Finds and installs the programs that tests need besides Node. */

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Candidate paths for these programs, best first. */
export const inPath = (names) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));

/** Debian and its derivatives, which install packages with apt. */
export function isDebian() {
  return existsSync("/etc/os-release") && /^(ID|ID_LIKE)=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}

export const mayInstall = () => isDebian() && process.getuid?.() === 0;

/** Installs Debian packages and returns the result of `run`. */
export async function install(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { quiet: true, env });
  return run("apt-get", ["install", "-y", "--no-install-recommends", ...names], { quiet: true, env });
}

/** As `install`, but throws `Trouble` about `what` if that fails or `isThere` finds nothing. */
export async function installOrThrow(what, names, isThere = () => true) {
  const { code, output } = await install(...names);
  if (code === 0 && isThere()) return;
  console.error(output.trim().split("\n").slice(-20).join("\n"));
  throw new Trouble(`${what} couldn't be installed. Fix what apt-get reports above and start again.`);
}
