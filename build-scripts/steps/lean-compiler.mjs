/*
 * `node --import` this in front of Remix's compiler, which takes no plugins: its builds for browsers get ours. That for the server
 * loses its comments and blanks, a quarter of what a start reads; names stay, for the log.
 */
import { createRequire } from "node:module";
import { leanOptions } from "./lean-libraries.mjs";

const require = createRequire(import.meta.resolve("@remix-run/dev"));
const esbuild = require("esbuild");
require.cache[require.resolve("esbuild")].exports = {
  ...esbuild,
  context: (options) =>
    esbuild.context(options.platform === "browser" ? leanOptions(options) : { ...options, minifyWhitespace: true }),
};
