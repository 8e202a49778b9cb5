import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

/** What the tests need beside Node: where such programs lie, and how they come onto a machine. */

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where programs of these names would lie, best first. */
export const inPath = (names) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));

/** Like Debian in that its packages come with apt: Debian itself and what descends from it. */
export function isDebian() {
  return existsSync("/etc/os-release") && /^(ID|ID_LIKE)=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** Whether we may install packages here by ourselves. */
export const mayInstall = () => isDebian() && process.getuid?.() === 0;

/** Installs Debian's packages of these names. Answers how that ended, as `run` does. */
export async function install(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { quiet: true, env });
  return run("apt-get", ["install", "-y", "--no-install-recommends", ...names], { quiet: true, env });
}
