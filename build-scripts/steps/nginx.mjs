import { existsSync } from "node:fs";
import { inPath, install, isProgram, mayInstall } from "./programs.mjs";
import { say, step, Trouble } from "./say.mjs";

/** Debian has it where only root looks by itself. */
const ELSEWHERE = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"];

/** The path of nginx, where it is and can be tested with: that needs openssl, which makes a certificate. */
export function findNginx() {
  const [nginx, openssl] = [[...inPath(["nginx"]), ...ELSEWHERE], inPath(["openssl"])].map((places) =>
    places.find(isProgram),
  );
  return openssl && nginx;
}

/**
 * Installs nginx for the tests of the example in docs/ where that is simple. Elsewhere those tests are left out, and said to
 * be: whoever works on something else needs none of it. Where systemd runs, Debian's nginx would serve a page at once.
 */
export async function ensureNginx() {
  if (findNginx()) return;
  if (!mayInstall() || existsSync("/run/systemd/system")) {
    say("Skipping the nginx tests because nginx isn't installed. To run them on Debian: apt-get install nginx");
    return;
  }
  await step("Installing nginx for its tests", async () => {
    const { code, output } = await install("nginx", "openssl");
    if (code === 0 && findNginx()) return;
    console.error(output.trim().split("\n").slice(-20).join("\n"));
    throw new Trouble("nginx couldn't be installed. Fix what apt-get reports above and start again.");
  });
}
