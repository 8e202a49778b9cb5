import { inPath, install, installOrThrow, isDebian, isProgram, mayInstall } from "./programs.mjs";
import { step, Trouble } from "./say.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Headless Chromium: two thirds of the CPU time, and browser tests need no windows. */
const HEADLESS_SHELL = "chromium-headless-shell";
const ELSEWHERE = [
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
  return [...inPath(NAMES), ...ELSEWHERE, await playwrightsOwn()].find(isProgram);
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
