import { existsSync } from "node:fs";
import { inPath, installOrThrow, isProgram, mayInstall } from "./programs.mjs";
import { printLine, step } from "./say.mjs";

/** Where Debian installs it: only root has these folders in PATH. */
const ELSEWHERE = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"];

/** The path of nginx, if openssl is installed too: the tests need a certificate. */
export function findNginx() {
  const [nginx, openssl] = [[...inPath(["nginx"]), ...ELSEWHERE], inPath(["openssl"])].map((places) =>
    places.find(isProgram),
  );
  return openssl && nginx;
}

/**
 * Installs nginx for the tests of the example in docs/, on Debian as root; elsewhere prints that they are skipped.
 * Also skips machines with systemd, where Debian's package would start serving at once.
 */
export async function ensureNginx() {
  if (findNginx()) return;
  if (!mayInstall() || existsSync("/run/systemd/system")) {
    printLine("Skipping the nginx tests because nginx isn't installed. To run them on Debian: apt-get install nginx");
    return;
  }
  await step("Installing nginx for its tests", () => installOrThrow("nginx", ["nginx", "openssl"], findNginx));
}
