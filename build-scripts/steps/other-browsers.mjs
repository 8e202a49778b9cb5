import { readdirSync } from "node:fs";
import { join } from "node:path";
import { inPath, installOrThrow, isProgram, mayInstall } from "./programs.mjs";
import { printLine, step } from "./say.mjs";

const PACKAGES = ["firefox-esr", "webkit2gtk-driver", "xvfb", "xauth"];

/** Debian puts WebKit's MiniBrowser into a folder per architecture and version. */
const LIBRARIES = "/usr/lib";

function miniBrowsers() {
  const folders = (path) => {
    try {
      return readdirSync(path).map((name) => join(path, name));
    } catch {
      return [];
    }
  };
  const versions = folders(LIBRARIES).flatMap(folders);
  return versions.filter((path) => /\/webkit2?gtk-[^/]*$/.test(path)).map((path) => join(path, "MiniBrowser"));
}

export const findFirefox = () => inPath(["firefox-esr", "firefox"]).find(isProgram);

/** The paths of WebKit's driver, its MiniBrowser and a virtual screen, if all three are installed. */
export function findWebKit() {
  const [driver, screen] = ["WebKitWebDriver", "Xvfb"].map((name) => inPath([name]).find(isProgram));
  const browser = miniBrowsers().find(isProgram);
  return driver && screen && browser ? { driver, screen, browser } : undefined;
}

/** Installs Firefox and WebKit on Debian as root; elsewhere prints which tests are skipped. */
export async function ensureOtherBrowsers() {
  if (findFirefox() && findWebKit()) return;
  if (!mayInstall()) {
    const missing = [!findFirefox() && "Firefox", !findWebKit() && "WebKit"].filter(Boolean).join(" and ");
    printLine(
      `Skipping the browser tests that need ${missing}. To run them on Debian, as root: apt-get install ${PACKAGES.join(" ")}`,
    );
    return;
  }
  await step("Installing Firefox and WebKit for the browser tests", () =>
    installOrThrow("Firefox and WebKit", PACKAGES, () => findFirefox() && findWebKit()),
  );
}
