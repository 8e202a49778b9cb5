import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

type Files = { module: string; imports?: string[] };
type Manifest = { version: string; url: string; entry: Files; routes: Record<string, Files> };

const manifest = JSON.parse(readFileSync("build/assets.json", "utf8")) as Manifest;
const scripts = readdirSync("public/build", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .map((name) => `/build/${name}`);
const IMPORT = /(?:import|from)\s*\(?["'](\.{1,2}\/[^"']+\.js)["']/g;
const filesOf = ({ module, imports = [] }: Files) => [module, ...imports];

describe("the scripts of the build", () => {
  test("include every file that the manifest names and every file that these import", () => {
    const named = [manifest.url, ...filesOf(manifest.entry), ...Object.values(manifest.routes).flatMap(filesOf)];
    expect(named.filter((file) => !existsSync(join("public", file)))).toEqual([]);
    for (const script of scripts) {
      const text = readFileSync(join("public", script), "utf8");
      const imported = text.matchAll(IMPORT);
      for (const [, file = ""] of imported)
        expect([script, file, existsSync(join("public", script, "..", file))]).toEqual([script, file, true]);
    }
  });

  test("are all in use: none of the compiler's separate files is left", () => {
    const used = new Set([manifest.entry, ...Object.values(manifest.routes)].flatMap(filesOf));
    // A Set's iteration includes items added during it.
    for (const script of used) {
      const text = readFileSync(join("public", script), "utf8");
      for (const [, file = ""] of text.matchAll(IMPORT)) used.add(join(script, "..", file));
    }
    expect(scripts.filter((name) => !used.has(name) && name !== manifest.url)).toEqual([]);
  });

  test("are in the same manifest for the server and for browsers", () => {
    const text = readFileSync(join("public", manifest.url), "utf8");
    expect(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1))).toEqual(manifest);
    expect(manifest.url).toBe(`/build/manifest-${manifest.version}.js`);
  });

  test("are at most eight for the pages that people open first", () => {
    const first = ["root", "routes/_app", "routes/_app.tasks._index"].flatMap((id) =>
      filesOf(manifest.routes[id] as Files),
    );
    expect(new Set([...filesOf(manifest.entry), ...first]).size).toBeLessThanOrEqual(8);
  });
});
