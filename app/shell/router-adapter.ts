/*
 * The one place that knows what Remix 2 keeps on the window for its own use: its router, and the build's list of routes
 * (docs/decisions/0009). Where either is missing the comforts that need it stay away.
 */
import { type Location, matchRoutes } from "@remix-run/react";

/** Remix adds how it asks the server. */
export type Handler = (about: { request: Request }, ...more: unknown[]) => Promise<unknown>;

/** A route as the router keeps it: its script is not loaded yet while it has `lazy`. */
export type Route = {
  id: string;
  lazy?: unknown;
  loader?: Handler;
  action?: Handler;
  element?: unknown;
  children?: readonly Route[];
};

export type Router = {
  routes: readonly Route[];
  state: {
    location: Location;
    navigation: { state: string; location?: Location };
    revalidation: string;
    matches: readonly { route: Route }[];
    loaderData: Record<string, unknown>;
    actionData: Record<string, unknown> | null;
  };
  revalidate: () => void;
};

type RemixWindow = {
  __remixRouter?: Router;
  __remixManifest?: { routes: Record<string, { module: string; hasClientLoader: boolean } | undefined> };
};

const ofRemix = () => window as unknown as RemixWindow;

export const remixRouter = () => ofRemix().__remixRouter;

/** The address of a route's script; undefined for one that is not known. */
export const scriptOf = (id: string) => ofRemix().__remixManifest?.routes[id]?.module;

/** Whether a route has a client loader: those of ours take their data from a payload (`from-payload`). */
export const takesPayload = (id: string) => ofRemix().__remixManifest?.routes[id]?.hasClientLoader === true;

/** The route that shows the page at a path; undefined where there is none. */
export const pageAt = (path: string) =>
  matchRoutes((remixRouter()?.routes ?? []) as unknown as Parameters<typeof matchRoutes>[0], path)?.at(-1)?.route.id;

/** Has a route's loader or action answer through `wrap`. Answers the end of that. */
export function answerThrough(route: Route, kind: "loader" | "action", wrap: (own: Handler) => Handler): () => void {
  const own = route[kind];
  if (!own) return () => {};
  const wrapped = wrap(own);
  route[kind] = wrapped;
  return () => {
    if (route[kind] === wrapped) route[kind] = own;
  };
}

/** Chromium, Firefox and Safari each have words of their own for a script that could not be loaded. */
const MISSING =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed/i;

/** Whether a dynamic import was rejected because the script is not there, rather than because it has a fault. */
export const isMissingChunk = (error: unknown) => error instanceof Error && MISSING.test(error.message);

type Guard = {
  /** Loads the script of a route. */
  load: (id: string) => Promise<unknown>;
  /** Told of a script that is missing; whether the page is being left because of it. */
  leaves: (cause: unknown) => boolean;
};

/**
 * Loads each route's script before the router does. Remix by itself reloads the page one is leaving when a script is
 * missing, again and again; here `leaves` decides, and a page that stays shows the error page.
 *
 * Answers a function that gives the routes that failed another chance; call it when a navigation begins.
 */
export function guardLazyRoutes(routes: readonly Route[], guard: Guard): () => void {
  const mendings = new Set<() => void>();
  const visit = (route: Route) => {
    const { lazy } = route;
    if (typeof lazy === "function") route.lazy = guarded(route, () => lazy(), guard, mendings);
    route.children?.forEach(visit);
  };
  routes.forEach(visit);
  return () => {
    for (const mend of mendings) mend();
    mendings.clear();
  };
}

function guarded(route: Route, lazy: () => unknown, { load, leaves }: Guard, mendings: Set<() => void>) {
  return async function loadOrFail(): Promise<unknown> {
    try {
      await load(route.id);
    } catch (cause) {
      if (isMissingChunk(cause) && leaves(cause)) return new Promise(() => {});
      // The router waits for ever when `lazy` rejects under single fetch: the error has to come from a loaded route.
      const fail = () => {
        throw cause;
      };
      const ownLoader = route.loader !== undefined;
      mendings.add(() => {
        route.lazy = loadOrFail;
        delete route.element;
        if (!ownLoader) delete route.loader;
      });
      return ownLoader ? { Component: fail } : { Component: fail, loader: fail };
    }
    return lazy();
  };
}
