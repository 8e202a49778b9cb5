import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "./run.mjs";
import { Ended, step } from "./terminal-output.mjs";

/** Everything the build reads. A folder's own time counts too: it changes when a file is deleted. */
const SOURCES = ["app", "build-scripts", "package.json", "package-lock.json", "remix.config.js", "tsconfig.json"];

/** Written last by a complete build: `{ id, timestamp, mode }`, timestamp in UTC milliseconds when the build began. */
const BUILD_INFO = "build/build.json";

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

function isBuilt() {
  if (!existsSync(BUILD_INFO) || !existsSync("build/index.js")) return false;
  try {
    const { timestamp, mode } = JSON.parse(readFileSync(BUILD_INFO, "utf8"));
    return mode === "production" && SOURCES.every((source) => newest(source) <= timestamp);
  } catch {
    return false; // missing or incomplete: build again
  }
}

export async function ensureBuilt({ always = false } = {}) {
  if (!always && isBuilt()) return;
  await step("Building", async () => {
    const { code } = await runNode("build-scripts/build.ts");
    if (code !== 0) throw new Ended(code);
  });
}
