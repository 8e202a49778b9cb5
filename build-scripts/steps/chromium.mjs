import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";
import { step, Trouble } from "./say.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser that `npx playwright install chromium` keeps in its own folder, whether or not it is there. */
async function playwrightsOwn() {
  const { chromium } = await import("playwright");
  return chromium.executablePath();
}

async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Trouble(`CHROMIUM_PATH names ${chosen}, which is no program; set it to a Chromium or leave it out.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const usual = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...usual, ...ELSEWHERE, await playwrightsOwn()].find(isProgram);
}

/** Like Debian in that its packages come with apt: Debian itself and what descends from it. */
function isDebian() {
  return existsSync("/etc/os-release") && /^(ID|ID_LIKE)=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** Finds the Chromium that the browser journeys drive, and puts its path into CHROMIUM_PATH for the tests. */
export async function ensureChromium() {
  let found = await findChromium();
  if (!found && isDebian() && process.getuid?.() === 0) {
    await step("Installing Chromium for the browser tests", async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
        const { code, output } = await run("apt-get", args, { quiet: true, env });
        if (code === 0) continue;
        console.error(output.trim().split("\n").slice(-20).join("\n"));
        throw new Trouble("Chromium could not be installed; mend what apt-get says above and start again.");
      }
    });
    found = await findChromium();
  }
  if (!found) {
    const command = isDebian() ? "sudo apt-get install -y chromium" : "npx playwright install --with-deps chromium";
    throw new Trouble(`The browser tests need Chromium: run "${command}", or set CHROMIUM_PATH to one you have.`);
  }
  process.env.CHROMIUM_PATH = found;
}
