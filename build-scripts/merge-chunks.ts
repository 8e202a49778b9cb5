/**
 * Makes one file of everything that pages share. The Remix compiler cuts a chunk for every set of pages that have
 * something in common: two dozen of a few hundred bytes each, whose headers weigh more than they do.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rollup } from "rollup";

const PUBLIC = "public/build";
const CHUNK = /\/build\/_shared\/[\w.-]+\.js/g;

/** Rewrites public/build, and what names its files: the route manifest there and the server's own. */
export async function mergeChunks() {
  const chunks = readdirSync(join(PUBLIC, "_shared")).map((name) => join(PUBLIC, "_shared", name));
  const entries = readdirSync(PUBLIC, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".js") && !name.startsWith("_shared/") && !name.startsWith("manifest-"),
  );
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name.slice(0, -".js".length), resolve(PUBLIC, name)])),
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
    manualChunks: (id) => (id.includes("/_shared/") ? "shared" : undefined),
  });
  await bundle.close();
  const shared = output.find((file) => file.type === "chunk" && !file.isEntry);
  if (!shared) throw new Error("The pages share nothing, which cannot be.");

  for (const chunk of chunks) rmSync(chunk);
  const manifest = readdirSync(PUBLIC).find((name) => name.startsWith("manifest-"));
  for (const file of [join(PUBLIC, manifest ?? ""), "build/index.js"]) {
    writeFileSync(file, readFileSync(file, "utf8").replace(CHUNK, `/build/${shared.fileName}`));
  }
}
