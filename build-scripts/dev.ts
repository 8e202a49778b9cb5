/**
 * `npm run dev` builds and serves, and repeats both after every change; open pages reload themselves.
 * Uses the same settings and data folder as `npm start`.
 */
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { context } from "esbuild";
import { newBuildInfo } from "./build-info";
import { bundles } from "./bundles";
import { prepare } from "./serve/run-prepare";

const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "development", VITE_CJS_IGNORE_WARNING: "1" };

mkdirSync("build", { recursive: true });
rmSync("build/assets.json", { force: true }); // development serves the compiler's files unmerged
writeFileSync("build/build.json", JSON.stringify(newBuildInfo("development")));

const contexts = await Promise.all(bundles("development").map((options) => context(options)));
for (const each of contexts) {
  await each.rebuild();
  await each.watch();
}

const { port, host } = await prepare();
const tools = [
  ["node_modules/@remix-run/dev/dist/cli.js", "dev", "--command", "remix-serve build/index.js"],
  ["node_modules/remix-pwa/dist/cli.js", "dev"],
].map((args) =>
  spawn(process.execPath, args, { env: { ...env, PORT: String(port), ...(host && { HOST: host }) }, stdio: "inherit" }),
);

function end() {
  for (const tool of tools) tool.kill("SIGTERM");
  void Promise.all(contexts.map((each) => each.dispose())).then(() => process.exit());
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
for (const tool of tools) tool.once("exit", end);
