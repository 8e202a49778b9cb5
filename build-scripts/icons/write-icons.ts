/**
 * Draws the icons into public/icons, which is under version control. Run it after changing the drawing:
 * npx tsx build-scripts/icons/write-icons.ts
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { toSvg } from "./drawing";
import { toPng } from "./png";
import { rasterise } from "./raster";

/** A maskable icon may lose everything beyond 40 % of the centre, so its mark is a little smaller. */
const MASKABLE_SCALE = 0.86;

const ICONS = {
  "icon-192.png": rasterise(192, { corners: "round" }),
  "icon-512.png": rasterise(512, { corners: "round" }),
  "icon-maskable-512.png": rasterise(512, { corners: "square", scale: MASKABLE_SCALE }),
  "apple-touch-180.png": rasterise(180, { corners: "square" }),
};

mkdirSync("public/icons", { recursive: true });
writeFileSync("public/icons/favicon.svg", toSvg());
for (const [name, picture] of Object.entries(ICONS)) writeFileSync(`public/icons/${name}`, toPng(picture));
