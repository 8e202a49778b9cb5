/*
 * The only code that uses Remix 2's private window globals: its router and its route manifest (docs/decisions/0009).
 * Without them, the features that need them turn off.
 */
import { type Location, matchRoutes } from "@remix-run/react";

/** `more` holds Remix's own arguments. */
export type Handler = (about: { request: Request }, ...more: unknown[]) => Promise<unknown>;

/** A route in the router; `lazy` is set until its script has loaded. */
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

/** Returns the address of a route's script; undefined for an unknown route. */
export const scriptOf = (id: string) => ofRemix().__remixManifest?.routes[id]?.module;

/** Checks for a client loader: ours take their data from a payload (`payload-client-loader`). */
export const takesPayload = (id: string) => ofRemix().__remixManifest?.routes[id]?.hasClientLoader === true;

/** Returns the id of the page route at a path; undefined if there is none. */
export const pageAt = (path: string) =>
  matchRoutes((remixRouter()?.routes ?? []) as unknown as Parameters<typeof matchRoutes>[0], path)?.at(-1)?.route.id;

/** Wraps a route's loader or action. Returns a function that unwraps it. */
export function wrapHandler(route: Route, kind: "loader" | "action", wrap: (own: Handler) => Handler): () => void {
  const own = route[kind];
  if (!own) return () => {};
  const wrapped = wrap(own);
  route[kind] = wrapped;
  return () => {
    if (route[kind] === wrapped) route[kind] = own;
  };
}

/** Chromium, Firefox and Safari word this error differently. */
const MISSING =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed/i;

/** Checks whether a dynamic import failed because the script is missing, rather than broken. */
export const isMissingChunk = (error: unknown) => error instanceof Error && MISSING.test(error.message);

type Guard = {
  load: (id: string) => Promise<unknown>;
  /** Called when a script is missing; returns whether it leaves the page. */
  leaves: (cause: unknown) => boolean;
};

/**
 * Loads each route's script before the router does. By default Remix reloads the current page when a script is missing, in
 * a loop. Here `leaves` decides, and if it stays, the error page appears.
 *
 * Returns a function that retries the failed routes; call it when a navigation begins.
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
      // Under single fetch the router hangs when `lazy` rejects: a loaded route has to throw instead.
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
