import { randomUUID } from "node:crypto";

/** Contents of build/build.json: an id unique to the build, and its start in UTC milliseconds. */
export type BuildInfo = { id: string; timestamp: number; mode: "production" | "development" };

export function newBuildInfo(mode: BuildInfo["mode"]): BuildInfo {
  return { id: randomUUID(), timestamp: Date.now(), mode };
}
