import { readFileSync } from "node:fs";

/** This build: its id, new for each, and when it was made (UTC milliseconds). Written last by the build, beside us. */
export type BuildInfo = { id: string; timestamp: number };

let known: BuildInfo | undefined;

export function buildInfo(): BuildInfo {
  known ??= JSON.parse(readFileSync(new URL("./build.json", import.meta.url), "utf8")) as BuildInfo;
  return known;
}
