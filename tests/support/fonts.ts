import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Common desktop fonts and their folders on Debian: text that fits in one can overflow in another. */
const FOLDERS = {
  "Liberation Sans": "/usr/share/fonts/truetype/liberation",
  "Noto Sans": "/usr/share/fonts/truetype/noto",
  "DejaVu Sans": "/usr/share/fonts/truetype/dejavu",
  IPAGothic: "/usr/share/fonts/opentype/ipafont-gothic",
} as const;
export type Font = keyof typeof FOLDERS;

/** Fonts installed on this machine, for `test.each`. Warns about missing ones. */
export const FONTS = (Object.keys(FOLDERS) as Font[]).filter((font) => {
  const isThere = existsSync(FOLDERS[font]);
  if (!isThere) console.warn(`The layout isn't tried with ${font}: there is no ${FOLDERS[font]}.`);
  return isThere;
});

/** Writes a fontconfig configuration with this font alone, for a browser's FONTCONFIG_FILE. */
export function writeFontConfig(font: Font): string {
  const folder = mkdtempSync(join(tmpdir(), "taskdesk-font-"));
  const file = join(folder, "fonts.conf");
  writeFileSync(file, `<fontconfig><dir>${FOLDERS[font]}</dir><cachedir>${folder}</cachedir></fontconfig>`);
  return file;
}
