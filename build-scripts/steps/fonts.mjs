import { existsSync } from "node:fs";
import { install, mayInstall } from "./programs.mjs";
import { printLine, step } from "./say.mjs";

/** Fonts for the layout tests: Debian package and the folder it installs to. */
const PACKAGES = {
  "fonts-liberation": "/usr/share/fonts/truetype/liberation",
  "fonts-noto-core": "/usr/share/fonts/truetype/noto",
  "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu",
  "fonts-ipafont-gothic": "/usr/share/fonts/opentype/ipafont-gothic",
};

/** Installs the fonts on Debian as root; elsewhere prints which are missing. */
export async function ensureFonts() {
  const missing = Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]));
  if (missing.length === 0) return;
  if (!mayInstall()) {
    printLine(
      `Some layout tests are skipped: fonts are missing. To install them on Debian, as root: apt-get install ${missing.join(" ")}`,
    );
    return;
  }
  await step("Installing fonts for the layout tests", async () => {
    const { code, output } = await install(...missing);
    if (code !== 0) console.error(output.trim().split("\n").slice(-5).join("\n")); // the tests run without them
  });
}
