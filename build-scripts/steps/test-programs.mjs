/** Finds and installs the programs that the tests need. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inPath, install, installOrThrow, isDebian, isProgram, mayInstall } from "./programs.mjs";
import { printLine, step, Trouble } from "./terminal-output.mjs";

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Headless Chromium: two thirds of the CPU time, and browser tests need no windows. */
const HEADLESS_SHELL = "chromium-headless-shell";
const CHROMIUM_ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path where `npx playwright install chromium` puts its browser, installed or not. */
async function playwrightsOwn() {
  const { chromium } = await import("playwright");
  return chromium.executablePath();
}

async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Trouble(`CHROMIUM_PATH is ${chosen}, which isn't a program. Set it to a Chromium binary or remove it.`);
  }
  return [...inPath(CHROMIUM_NAMES), ...CHROMIUM_ELSEWHERE, await playwrightsOwn()].find(isProgram);
}

const findShell = () => inPath([HEADLESS_SHELL]).find(isProgram);

/**
 * Sets CHROMIUM_PATH to the Chromium for the browser tests. Unless CHROMIUM_PATH was given, also sets
 * HEADLESS_SHELL_PATH if the headless variant is installed.
 */
export async function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  let found = await findChromium();
  if (!chosen && mayInstall() && !(found && findShell())) {
    await step("Installing Chromium for the browser tests", async () => {
      await install(HEADLESS_SHELL); // some Debian derivatives don't have it; the tests work without
      if (!found) await installOrThrow("Chromium", ["chromium"]);
    });
    found ??= await findChromium();
  }
  if (!found) {
    const command = isDebian() ? "sudo apt-get install -y chromium" : "npx playwright install --with-deps chromium";
    throw new Trouble(`The browser tests need Chromium: run "${command}", or set CHROMIUM_PATH to one you have.`);
  }
  process.env.CHROMIUM_PATH = found;
  const shell = chosen ? undefined : findShell();
  if (shell) process.env.HEADLESS_SHELL_PATH = shell;
}

const BROWSER_PACKAGES = ["firefox-esr", "webkit2gtk-driver", "xvfb", "xauth"];

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
      `Skipping the browser tests that need ${missing}. To run them on Debian, as root: apt-get install ${BROWSER_PACKAGES.join(" ")}`,
    );
    return;
  }
  await step("Installing Firefox and WebKit for the browser tests", () =>
    installOrThrow("Firefox and WebKit", BROWSER_PACKAGES, () => findFirefox() && findWebKit()),
  );
}

/** Fonts for the layout tests: Debian package and the folder it installs to. */
const FONT_PACKAGES = {
  "fonts-liberation": "/usr/share/fonts/truetype/liberation",
  "fonts-noto-core": "/usr/share/fonts/truetype/noto",
  "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu",
  "fonts-ipafont-gothic": "/usr/share/fonts/opentype/ipafont-gothic",
};

/** Installs the fonts on Debian as root; elsewhere prints which are missing. */
export async function ensureFonts() {
  const missing = Object.keys(FONT_PACKAGES).filter((name) => !existsSync(FONT_PACKAGES[name]));
  if (missing.length === 0) return;
  if (!mayInstall()) {
    printLine(
      `Skipping some layout tests because fonts are missing. To run them on Debian, as root: apt-get install ${missing.join(" ")}`,
    );
    return;
  }
  await step("Installing fonts for the layout tests", async () => {
    const { code, output } = await install(...missing);
    if (code !== 0) console.error(output.trim().split("\n").slice(-5).join("\n")); // the tests run without them
  });
}

/** Where Debian installs it: only root has these folders in PATH. */
const NGINX_ELSEWHERE = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"];

/** The path of nginx, if openssl is installed too: the tests need a certificate. */
export function findNginx() {
  const [nginx, openssl] = [[...inPath(["nginx"]), ...NGINX_ELSEWHERE], inPath(["openssl"])].map((places) =>
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

/** Where Debian installs it, which is only in root's PATH. */
const DOVECOT_ELSEWHERE = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"];
const DOVECOT_PACKAGES = ["dovecot-imapd", "dovecot-lmtpd", "openssl"];
/** Each package brings one of these. */
const DOVECOT_PARTS = ["/usr/lib/dovecot/imap", "/usr/lib/dovecot/lmtp"];

/** The path of Dovecot, if its IMAP and LMTP servers and openssl are installed too. */
export function findDovecot() {
  const dovecot = [...inPath(["dovecot"]), ...DOVECOT_ELSEWHERE].find(isProgram);
  const isComplete = DOVECOT_PARTS.every(isProgram) && inPath(["openssl"]).some(isProgram);
  return isComplete ? dovecot : undefined;
}

/** Installs Dovecot for the tests of mailboxes, as `ensureNginx` does nginx. */
export async function ensureDovecot() {
  if (findDovecot()) return;
  if (!mayInstall() || existsSync("/run/systemd/system")) {
    printLine(
      `Skipping the mailbox tests because Dovecot isn't installed. To run them on Debian: apt-get install ${DOVECOT_PACKAGES.join(" ")}`,
    );
    return;
  }
  await step("Installing Dovecot for the mailbox tests", () =>
    installOrThrow("Dovecot", DOVECOT_PACKAGES, findDovecot),
  );
}
