/**
 * Makes a few files of everything that pages share: what the first pages of somebody's day need, what the page of a task
 * needs besides, with and without others, what the others have in common, what comes with a part of a page, and what no
 * page needs before somebody does something. The Remix compiler cuts a chunk for every set of pages that have something
 * in common: four dozen of a few hundred bytes each, whose headers weigh more than they do.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { rollup } from "rollup";

const PUBLIC = "public/build";
/** The pages that people open first, with what is around them. */
const FIRST = /^(entry\.client|root|routes\/(_app|login|_app\._index|_app\.tasks\._index))-[^/]*$/;
/** The page that is opened most often after those, and the others. */
const TASK = /^routes\/_app\.tasks\.\$id-[^/]*$/;
const NO_TASK = /^(?!routes\/_app\.tasks\.\$id-)/;
/** Parts (ui/part): what a page of whoever asked has, and what a page with fields of an admin. */
const REQUESTER = /_shared\/requester-view-/;
const FIELDS = /_shared\/custom-fields\.island-/;
const CHUNK = /\/build\/_shared\/[\w.-]+\.js/g;
/** What a route imports, in both manifests. */
const IMPORTS = /("?imports"?:\s*)\[([^\]]*)\]/g;

/** Rewrites public/build, and what names its files: the route manifest there and the server's own. */
export async function mergeChunks() {
  const chunks = readdirSync(join(PUBLIC, "_shared")).map((name) => resolve(PUBLIC, "_shared", name));
  const entries = readdirSync(PUBLIC, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".js") && !name.startsWith("_shared/") && !name.startsWith("manifest-"),
  );
  const input = Object.fromEntries(entries.map((name) => [name.slice(0, -".js".length), resolve(PUBLIC, name)]));
  const pages = (names: RegExp) => Object.keys(input).flatMap((name) => (names.test(name) ? (input[name] ?? []) : []));
  let files: { name: string; holds: Set<string> }[] | undefined;
  const bundle = await rollup({
    input,
    preserveEntrySignatures: "strict",
    treeshake: false, // the compiler has done that
    plugins: [
      { name: "our own addresses", resolveId: (id) => (id.startsWith("/build/") ? resolve(`public${id}`) : null) },
    ],
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.write({
    dir: PUBLIC,
    format: "es",
    compact: true,
    sanitizeFileName: false, // "$" and "[" are parts of route names
    entryFileNames: "[name].js",
    chunkFileNames: "_shared/[name]-[hash].js",
    manualChunks(id, { getModuleInfo }) {
      if (!id.includes("/_shared/")) return undefined;
      const importsOf = (page: string) => getModuleInfo(page)?.importedIds ?? [];
      const parts = (names: RegExp) => chunks.filter((chunk) => names.test(chunk));
      files ??= [
        { name: "shared", holds: reachedFrom(pages(FIRST), importsOf) },
        { name: "task", holds: both(reachedFrom(pages(TASK), importsOf), reachedFrom(pages(NO_TASK), importsOf)) },
        { name: "view", holds: reachedFrom(pages(TASK), importsOf) },
        { name: "further", holds: reachedFrom(pages(NO_TASK), importsOf) },
        { name: "fields", holds: reachedFrom(parts(FIELDS), importsOf) },
        { name: "requester", holds: reachedFrom(parts(REQUESTER), importsOf) },
      ];
      return files.find(({ holds }) => holds.has(id))?.name ?? "later";
    },
  });
  await bundle.close();
  const mergedInto = new Map<string, string>();
  for (const file of output) {
    if (file.type !== "chunk") continue;
    for (const id of file.moduleIds.filter((id) => chunks.includes(id)))
      mergedInto.set(`/build/_shared/${basename(id)}`, `/build/${file.fileName}`);
  }
  if (mergedInto.size < chunks.length) throw new Error("Something that pages share has got lost.");

  for (const chunk of chunks) rmSync(chunk);
  const manifest = readdirSync(PUBLIC).find((name) => name.startsWith("manifest-"));
  for (const file of [join(PUBLIC, manifest ?? ""), "build/index.js"]) {
    const named = readFileSync(file, "utf8").replace(CHUNK, (chunk) => mergedInto.get(chunk) ?? chunk);
    writeFileSync(
      file,
      named.replace(IMPORTS, (_, before: string, list: string) => `${before}[${onceEach(list)}]`),
    );
  }
}

/** Several chunks of a route are one file now. */
const onceEach = (list: string) => [...new Set(list.split(/,\s*/))].join();

/** Modules, and all that they import. */
function reachedFrom(ids: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(ids);
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported); // a set is walked as it grows
  return reached;
}

const both = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one].filter((id) => other.has(id)));
