/** Bundles that esbuild makes besides Remix's own build. Uses the esbuild version that Remix's compiler depends on. */
import { type BuildOptions, build } from "esbuild";
import { dependencies } from "../package.json";
import type { BuildInfo } from "./build-info";

type Mode = BuildInfo["mode"];

/** The sign-in page's script, in a single file: that page loads nothing of Remix. */
const loginScript = (mode: Mode): BuildOptions => ({
  entryPoints: ["app/entry.login.ts"],
  outfile: "build/login.js",
  bundle: true,
  minify: mode === "production",
  format: "iife",
  platform: "browser",
  target: "es2022",
  define: { "process.env.NODE_ENV": JSON.stringify(mode) },
  logLevel: "warning",
});

/** Hundreds of small files that Node would resolve and read one by one; the server build bundles them too. */
const BUNDLED = ["kysely", "zod"];

/** Code for every start is compiled ahead: half a second faster than tsx. */
const forNode: BuildOptions = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
  alias: { "~": "./app" },
  logLevel: "warning",
};

const preparation: BuildOptions = {
  ...forNode,
  entryPoints: ["build-scripts/prepare.ts"],
  outfile: "build/prepare.js",
};

const server: BuildOptions = {
  ...forNode,
  entryPoints: ["build-scripts/serve/start.ts", "build-scripts/serve/worker.ts"],
  outdir: "build/serve",
  splitting: true,
};

/** The worker thread that parses emails, as a file beside the server (features/mail/parsing/parse-mail.server). */
const mailWorker: BuildOptions = {
  ...forNode,
  entryPoints: ["app/features/mail/parsing/parse-worker.ts"],
  outfile: "build/mail-worker.js",
};

export const bundles = (mode: Mode) => [loginScript(mode), preparation, server, mailWorker];

export async function buildBundles(mode: Mode) {
  await Promise.all(bundles(mode).map((options) => build(options)));
}
