/**
 * Builds Taskdesk into build/ and public/build/.
 *
 * Order matters: the service worker lists the browser build's files. build/build.json comes last, so an interrupted
 * build doesn't count as one.
 */
import { rmSync, statSync, writeFileSync } from "node:fs";
import { newBuildInfo } from "./build-info";
import { buildBundles } from "./bundles";
import { compressPublicFiles } from "./compress";
import { mergeChunks } from "./merge-chunks";
import { run } from "./steps/run.mjs";
import { fail } from "./steps/terminal-output.mjs";

/** The compiler hangs when the worker has an error; a good build takes about two seconds. */
const WORKER_TIMEOUT_MS = 60_000;

const env: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: "production",
  VITE_CJS_IGNORE_WARNING: "1", // a Vite warning that doesn't concern the classic compiler
};

async function runTool(what: string, args: string[], timeoutMs = 0) {
  const { code, output } = await run(process.execPath, args, { quiet: true, env, timeoutMs });
  if (code === 0) return output;
  console.error(output.trim());
  return fail(`${what} couldn't be built. Fix the errors above and try again.`);
}

/** Whether this build wrote the file, and it isn't empty. */
function isWritten(file: string) {
  const { size = 0, mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return size > 0 && mtimeMs >= info.timestamp;
}

const info = newBuildInfo("production");
// A running server still needs the browser files, so they stay until the new ones exist.
for (const file of ["build.json", "assets.json", "serve"]) rmSync(`build/${file}`, { recursive: true, force: true });

await runTool("The application", ["node_modules/@remix-run/dev/dist/cli.js", "build"]);
writeFileSync("build/assets.json", JSON.stringify(await mergeChunks()));
const [workerOutput] = await Promise.all([
  runTool("The service worker", ["node_modules/remix-pwa/dist/cli.js", "build"], WORKER_TIMEOUT_MS),
  buildBundles("production"),
]);
if (!isWritten("build/sw.js")) {
  console.error(workerOutput.trim());
  fail("The service worker couldn't be built. Fix the errors above and try again.");
}
await compressPublicFiles();
writeFileSync("build/build.json", JSON.stringify(info));
