import type { Location } from "@remix-run/react";
import type { LazyRoute } from "./chunks";

type RemixWindow = {
  __remixRouter?: { routes: readonly LazyRoute[]; state: { location: Location; navigation: { location?: Location } } };
  __remixManifest?: { routes: Record<string, { module: string; hasClientLoader: boolean } | undefined> };
};

/**
 * The router and the build's list of routes, which Remix 2 keeps on the window for its own use. Either may be absent:
 * comfort that needs them then stays away.
 */
export function remixGlobals() {
  const { __remixRouter: router, __remixManifest: manifest } = window as unknown as RemixWindow;
  return { router, manifest };
}
