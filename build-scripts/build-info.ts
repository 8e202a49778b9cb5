import { randomUUID } from "node:crypto";

/** What build/build.json holds: one fresh id for every build, and when it began in UTC milliseconds. */
export type BuildInfo = { id: string; timestamp: number; mode: "production" | "development" };

export function newBuildInfo(mode: BuildInfo["mode"]): BuildInfo {
  return { id: randomUUID(), timestamp: Date.now(), mode };
}
