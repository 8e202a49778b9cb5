import { type BuildOptions, build } from "esbuild";
import type { BuildInfo } from "./build-info";

/** The login page's own small script, in one file: that page loads nothing of Remix. */
export function loginScript(mode: BuildInfo["mode"]): BuildOptions {
  return {
    entryPoints: ["app/entry.login.ts"],
    outfile: "build/login.js",
    bundle: true,
    minify: mode === "production",
    format: "iife",
    platform: "browser",
    target: "es2020",
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    logLevel: "warning",
  };
}

export async function buildLoginScript(mode: BuildInfo["mode"]) {
  await build(loginScript(mode));
}
