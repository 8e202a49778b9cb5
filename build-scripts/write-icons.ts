/**
 * Draws the PNG icons in public/icons, which is under version control, from favicon.svg. Run it after changing the drawing:
 * npx tsx build-scripts/write-icons.ts
 */
import { readFileSync } from "node:fs";
import { launchChromium } from "./launch-chromium";

const FOLDER = "public/icons";

const round = readFileSync(`${FOLDER}/favicon.svg`, "utf8");
/** For systems that mask icons themselves. */
const square = round.replace(/ rx="\d+"/, "");
/** A maskable icon may lose everything beyond 40 % of the centre, so its mark is a little smaller. */
const maskable = square.replace("<g ", '<g transform="translate(256 256) scale(0.86) translate(-256 -256)" ');

const ICONS = [
  { name: "icon-192", size: 192, drawing: round },
  { name: "icon-512", size: 512, drawing: round },
  { name: "icon-maskable-512", size: 512, drawing: maskable },
  { name: "apple-touch-180", size: 180, drawing: square },
];

const browser = await launchChromium();
try {
  for (const { name, size, drawing } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
    await page.screenshot({ path: `${FOLDER}/${name}.png`, omitBackground: true });
  }
} finally {
  await browser.close();
}
