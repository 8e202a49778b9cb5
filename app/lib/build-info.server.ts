import { readFileSync } from "node:fs";

/** This build: its id, which no other has, and when it was made, in UTC milliseconds. Its file lies beside that of the server. */
export type BuildInfo = { id: string; timestamp: number };

let known: BuildInfo | undefined;

export function buildInfo(): BuildInfo {
  known ??= JSON.parse(readFileSync(new URL("./build.json", import.meta.url), "utf8")) as BuildInfo;
  return known;
}
