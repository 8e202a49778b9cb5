import { readFileSync } from "node:fs";

/** A unique build id, and the build time in UTC milliseconds. Read from a file next to the server's. */
export type BuildInfo = { id: string; timestamp: number };

let known: BuildInfo | undefined;

export function buildInfo(): BuildInfo {
  known ??= JSON.parse(readFileSync(new URL("./build.json", import.meta.url), "utf8")) as BuildInfo;
  return known;
}
