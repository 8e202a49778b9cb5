/** A route as the router keeps it: not loaded yet while it has `lazy`. */
export type LazyRoute = { id: string; lazy?: unknown; children?: readonly LazyRoute[] };

/** Chromium, Firefox and Safari each have words of their own for a script that could not be loaded. */
const MISSING =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed/i;

/** Whether a dynamic import was rejected because the script is not there, rather than because it has a fault. */
export const isMissingChunk = (error: unknown) => error instanceof Error && MISSING.test(error.message);

/**
 * Loads each route's script before the router does. Remix by itself reloads the page one is leaving when a script is
 * missing, again and again; `onMissing` decides instead, and what it throws goes to the error page.
 */
export function guardLazyRoutes(
  routes: readonly LazyRoute[],
  load: (id: string) => Promise<unknown>,
  onMissing: (cause: unknown) => Promise<never>,
) {
  for (const route of routes) {
    const { lazy } = route;
    if (typeof lazy === "function") {
      route.lazy = async () => {
        try {
          await load(route.id);
        } catch (error) {
          if (isMissingChunk(error)) return onMissing(error);
          throw error;
        }
        return lazy();
      };
    }
    if (route.children) guardLazyRoutes(route.children, load, onMissing);
  }
}
