/**
 * Joins small files of the browser build. Remix's compiler cuts a file for each set of pages that have something in common: three
 * hundred of a few hundred bytes, ninety of them for the first page. Here what the first pages need is one file, and what a task
 * needs besides is another one. Returns what the server's build calls `assets`.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AssetsManifest } from "@remix-run/dev";
import { type GetManualChunk, type OutputChunk, rollup } from "rollup";

const FOLDER = "public/build";

/** What wakes a page up, what is around it, and the pages that people open first. */
const FIRST = /^(entry\.client|root|routes\/(_app|_app\._index|_app\.tasks\._index))$/;

/** The page that is opened most often after those. */
const TASK = /^routes\/_app\.tasks\.\$id$/;

/** What it shares with so many pages comes with the first as well. */
const SOME_PAGES = 3;

/** What the compiler puts into the name of a file. */
const HASH = /-[A-Z0-9]{8}\.js$/;

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
    compact: true,
    sanitizeFileName: false, // "$" and "[" are parts of route names
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "_shared/[name]-[hash].js",
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

/** Which file shared code goes into; undefined leaves it to rollup. */
function fileOf(scripts: readonly { name: string; path: string }[]): GetManualChunk {
  const pages = scripts.filter(({ path }) => !isShared(path));
  return (id, { getModuleInfo }) => {
    if (!isShared(id)) return undefined;
    const users = new Set([id]);
    for (const user of users) for (const next of getModuleInfo(user)?.importers ?? []) users.add(next); // a set is walked as it grows
    const names = pages.filter(({ path }) => users.has(path)).map(({ name }) => name);
    if (names.some((name) => FIRST.test(name))) return "first";
    if (!names.some((name) => TASK.test(name))) return undefined;
    return names.length >= SOME_PAGES ? "first" : "task";
  };
}

const isShared = (path: string) => path.includes("/_shared/");

/** The list of routes for browsers and the server, with the files that are there now. */
function writeManifest(old: string, chunks: readonly OutputChunk[]): AssetsManifest {
  const [start, end] = [old.indexOf("{"), old.lastIndexOf("}") + 1];
  const before = JSON.parse(old.slice(start, end)) as AssetsManifest;
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const filesOf = (name: string) => {
    const chunk = chunks.find((one) => one.isEntry && one.name === name);
    if (!chunk) throw new Error(`The script of ${name} has got lost.`);
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
