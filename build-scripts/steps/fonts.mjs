import { existsSync } from "node:fs";
import { install, mayInstall } from "./programs.mjs";
import { say, step } from "./say.mjs";

/** Fonts that the layout is tried with, as folders where Debian's packages put them. */
const PACKAGES = {
  "fonts-liberation": "/usr/share/fonts/truetype/liberation",
  "fonts-noto-core": "/usr/share/fonts/truetype/noto",
  "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu",
  "fonts-ipafont-gothic": "/usr/share/fonts/opentype/ipafont-gothic",
};

/** Installs those fonts, on Debian as root. Elsewhere it says which are missing; the layout is then tried without them. */
export async function ensureFonts() {
  const missing = Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]));
  if (missing.length === 0) return;
  if (!mayInstall()) {
    say(`The layout isn't tried with every font. To do so on Debian, as root: apt-get install ${missing.join(" ")}`);
    return;
  }
  await step("Installing fonts for the layout tests", async () => {
    const { code, output } = await install(...missing);
    if (code !== 0) console.error(output.trim().split("\n").slice(-5).join("\n")); // they are tried with what is there
  });
}
