import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Fonts that desktops have: what fits in one may not in another. Debian: fonts-liberation, fonts-noto-core, fonts-dejavu-core. */
const FOLDERS = { "Liberation Sans": "liberation", "Noto Sans": "noto", "DejaVu Sans": "dejavu" } as const;
export type Font = keyof typeof FOLDERS;

const ALL = "/usr/share/fonts/truetype";
const folderOf = (font: Font) => join(ALL, FOLDERS[font]);

/** Those of this machine, for `describe.each`. A missing one is said. */
export const FONTS = (Object.keys(FOLDERS) as Font[]).filter((font) => {
  const isThere = existsSync(folderOf(font));
  if (!isThere) console.warn(`The layout isn't tried with ${font}: there is no ${folderOf(font)}.`);
  return isThere;
});

/** A configuration of fontconfig in which a font is the only one: FONTCONFIG_FILE for a browser. */
export function onlyFont(font: Font): string {
  const folder = mkdtempSync(join(tmpdir(), "taskdesk-font-"));
  const file = join(folder, "fonts.conf");
  writeFileSync(file, `<fontconfig><dir>${folderOf(font)}</dir><cachedir>${folder}</cachedir></fontconfig>`);
  return file;
}
