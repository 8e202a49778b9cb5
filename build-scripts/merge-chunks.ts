/**
 * Merges small chunks of the browser build. Remix's compiler cuts one per set of pages that share code: 300 files of a
 * few hundred bytes, 90 of them for the first page. This leaves one for every page and another for Home, and minifies them.
 * Returns the `assets` of the server build.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AssetsManifest } from "@remix-run/dev";
import terser from "@rollup/plugin-terser";
import { type GetManualChunk, type OutputChunk, rollup } from "rollup";

const FOLDER = "public/build";

/** The entry, the layouts and the list of tasks. */
const FIRST = /^(entry\.client|root|routes\/(_app|_app\.tasks\._index))$/;

/** Code that the task page shares with other pages goes into the first chunk too. */
const TASK = /^routes\/_app\.tasks\.\$id$/;

const HOME = /^routes\/_app\._index$/;

/** Code shorter than this goes into the first chunk too, because a separate file would add more overhead. */
const SMALL = 300;

/** The hash the compiler adds to file names. */
const HASH = /-[A-Z0-9]{8}\.js$/;

/** The same at the end of a chunk's name. Every page loads these names in the manifest, and hashes don't compress. */
const COMPILED = /-[A-Z0-9]{8}$/;

export async function mergeChunks(): Promise<AssetsManifest> {
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => HASH.test(name));
  const entries = names.filter((name) => !/^(_shared\/|manifest-)/.test(name));
  const pathOf = (name: string) => resolve(FOLDER, name);
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name.replace(HASH, ""), pathOf(name)])),
    preserveEntrySignatures: "allow-extension",
    logLevel: "warn",
    plugins: [{ name: "addresses", resolveId: (id) => (id.startsWith("/build/") ? resolve(`public${id}`) : null) }],
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.write({
    dir: FOLDER,
    // The compiler minified each small file separately; minifying the merged file saves another 6 %.
    plugins: [terser({ module: true, ecma: 2020 })],
    sanitizeFileName: false, // route names contain "$" and "["
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: ({ name }) => `_shared/${name.replace(COMPILED, "")}-[hash].js`,
    onlyExplicitManualChunks: true,
    manualChunks: fileOf(names.map((name) => ({ name: name.replace(HASH, ""), path: pathOf(name) }))),
  });
  await bundle.close();
  const old = readFileSync(pathOf(names.find((name) => name.startsWith("manifest-")) ?? ""), "utf8");
  for (const name of names) rmSync(pathOf(name));
  return writeManifest(
    old,
    output.filter((file) => file.type === "chunk"),
  );
}

/** Picks the chunk for shared code; undefined leaves it to rollup. */
function fileOf(scripts: readonly { name: string; path: string }[]): GetManualChunk {
  const pages = scripts.filter(({ path }) => !isShared(path));
  return function chunkOf(id, meta) {
    const module = meta.getModuleInfo(id);
    if (!module || !isShared(id)) return undefined;
    const users = new Set([id]);
    // A Set's iteration includes items added during it.
    for (const user of users) for (const next of meta.getModuleInfo(user)?.importers ?? []) users.add(next);
    const names = pages.filter(({ path }) => users.has(path)).map(({ name }) => name);
    if (names.some((name) => FIRST.test(name))) return "first";
    const isSmall = (module.code ?? "").length < SMALL;
    if (isSmall && module.importedIds.every((other) => chunkOf(other, meta) === "first")) return "first";
    if (names.length > 1 && names.some((name) => TASK.test(name))) return "first";
    return names.some((name) => HOME.test(name)) ? "home" : undefined;
  };
}

const isShared = (path: string) => path.includes("/_shared/");

/** Writes the route manifest for browsers and the server with the merged files. */
function writeManifest(old: string, chunks: readonly OutputChunk[]): AssetsManifest {
  const [start, end] = [old.indexOf("{"), old.lastIndexOf("}") + 1];
  const before = JSON.parse(old.slice(start, end)) as AssetsManifest;
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const filesOf = (name: string) => {
    const chunk = chunks.find((one) => one.isEntry && one.name === name);
    if (!chunk) throw new Error(`The build has no script for ${name}.`);
    const imported = new Set(chunk.imports);
    for (const file of imported) for (const next of byFile.get(file)?.imports ?? []) imported.add(next);
    return { module: `/build/${chunk.fileName}`, imports: [...imported].map((file) => `/build/${file}`) };
  };
  const routes = Object.entries(before.routes).map(([id, route]) => [id, { ...route, ...filesOf(id) }] as const);
  const manifest = {
    ...before,
    entry: filesOf("entry.client"),
    routes: Object.fromEntries(routes),
    version: "",
    url: "",
  };
  const version = createHash("sha256").update(JSON.stringify(manifest)).digest("hex").slice(0, 8);
  const whole = { ...manifest, version, url: `/build/manifest-${version}.js` };
  writeFileSync(join("public", whole.url), old.slice(0, start) + JSON.stringify(whole) + old.slice(end));
  return whole;
}
