/**
 * Joins small files of the browser build. Remix's compiler cuts a file for each set of pages that have something in common: three
 * hundred of a few hundred bytes, ninety of them for the first page. Here what the first pages have, or many others, is one file, and
 * what the page of a task has besides is another one. Answers what the server's build calls `assets`.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AssetsManifest } from "@remix-run/dev";
import { type GetManualChunk, type OutputChunk, rollup } from "rollup";

const FOLDER = "public/build";

/** What wakes a page up, what is around it, and the pages that people open first. */
const FIRST = /^(entry\.client|root|routes\/(_app|_app\._index|_app\.tasks\._index))$/;

/** What comes to every page once it rests. All else that comes later comes with a touch, a key or a toast, as one file. */
const AT_REST = /^_shared\/live-pages$/;

/** The page that is opened most often after those. */
const TASK = /^routes\/_app\.tasks\.\$id$/;

/** What so many pages share comes with the first: any, or the page of a task among them. */
const MANY_PAGES = 12;
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

/** Which file shared code goes into; undefined where rollup finds one. */
function fileOf(scripts: readonly { name: string; path: string }[]): GetManualChunk {
  const pathsOf = (names: RegExp) => scripts.filter(({ name }) => names.test(name)).map(({ path }) => path);
  return (id, { getModuleInfo }) => {
    if (!isShared(id) || pathsOf(AT_REST).includes(id)) return undefined;
    const importers = reachedFrom([id], (module) => getModuleInfo(module)?.importers ?? []);
    const pages = scripts.filter(({ path }) => !isShared(path) && importers.has(path));
    if (pages.length === 0) return "later";
    const comesLater = [...importers].some((module) => getModuleInfo(module)?.dynamicImporters.length);
    const isOfTask = pages.some(({ name }) => TASK.test(name));
    const isFirst = pages.some(({ name }) => FIRST.test(name)) || comesLater;
    if (isFirst || pages.length >= (isOfTask ? SOME_PAGES : MANY_PAGES)) return "first";
    return isOfTask ? "task" : undefined;
  };
}

const isShared = (path: string) => path.includes("/_shared/");

/** Modules, and all that is next to them. */
function reachedFrom(modules: readonly string[], nextTo: (module: string) => readonly string[]): Set<string> {
  const reached = new Set(modules);
  for (const module of reached) for (const next of nextTo(module)) reached.add(next); // a set is walked as it grows
  return reached;
}

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
