/** A route as the router keeps it: its script is not loaded yet while it has `lazy`. */
export type LazyRoute = {
  id: string;
  lazy?: unknown;
  loader?: unknown;
  element?: unknown;
  children?: readonly LazyRoute[];
};

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
export function guardLazyRoutes(routes: readonly LazyRoute[], guard: Guard): () => void {
  const mendings = new Set<() => void>();
  const visit = (route: LazyRoute) => {
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

function guarded(route: LazyRoute, lazy: () => unknown, { load, leaves }: Guard, mendings: Set<() => void>) {
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
