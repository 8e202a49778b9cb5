import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * A page with one island and its styles, for cases that no product page shows in one place, such as six types of
 * toasts. `entry` is a file in this folder; `styles` names files in app/ui/styles.
 */
export async function islandPage(entry: string, styles: string[]) {
  const bundle = await build({
    entryPoints: [`${root}tests/browser/islands/${entry}`],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    alias: { "~": `${root}app` },
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".svg": "dataurl", ".css": "dataurl" },
  });
  const css = styles.map((name) => readFileSync(`${root}app/ui/styles/${name}.css`, "utf8")).join("\n");
  const script = bundle.outputFiles[0]?.text.replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${css}</style><div id="page"></div><script>${script}</script></html>`;
}
