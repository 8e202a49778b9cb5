import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * Picks the Remix handler for a path. Remix's router flattens, ranks and tries all of its routes on every request.
 * So each handler here knows only routes that share the first segment and the segment count.
 * Unusual paths go to the handler with all routes.
 */
export function handlersOf(build: ServerBuild): (pathname: string) => RequestHandler {
  const all = createRequestHandler(build, process.env.NODE_ENV);
  const names = new Set(Object.values(build.routes).map((route) => (route && patternOf(route, build.routes)[0]) ?? ""));
  const handlers = new Map<string, RequestHandler>();
  return (pathname) => {
    const segments = segmentsOf(pathname);
    const first = segments?.[0] ?? "";
    if (!segments || segments.length > LONGEST || !names.has(first)) return all;
    const kind = `${first} ${segments.length}`;
    const known = handlers.get(kind);
    if (known) return known;
    const handler = createRequestHandler(onlyRoutes(build, first, segments.length), process.env.NODE_ENV);
    handlers.set(kind, handler);
    return handler;
  };
}

/** Segments; no page is deeper. Without a limit, made-up URLs would fill the memory. */
const LONGEST = 8;

/** Path segments, such as ["tasks", "7"] for "/tasks/7", "/tasks/7.data" or "/tasks/7/"; null with repeated slashes. */
function segmentsOf(pathname: string): string[] | null {
  const path = pathname.replace(/^\/(?:_root\.data$)?|\.data$|\/+$/g, "");
  const segments = path === "" ? [] : path.split("/");
  return segments.includes("") ? null : segments;
}

/** A route's full pattern with its parents', such as ["tasks", ":id"]. */
function patternOf(route: Route, routes: Routes): string[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [...(parent ? patternOf(parent, routes) : []), ...(route.path?.split("/") ?? [])].filter(Boolean);
}

function mayMatch(pattern: readonly string[], first: string, length: number): boolean {
  const [name = ""] = pattern;
  const isAnything = name === "*" || name.startsWith(":") || name.endsWith("?");
  const least = pattern.filter((segment) => segment !== "*" && !segment.endsWith("?")).length;
  const most = pattern.includes("*") ? Number.POSITIVE_INFINITY : pattern.length;
  return (isAnything || name === first) && least <= length && length <= most;
}

function onlyRoutes(build: ServerBuild, first: string, length: number): ServerBuild {
  const wanted = new Set<string>();
  for (const leaf of Object.values(build.routes)) {
    if (!leaf || !(leaf.index || leaf.path) || !mayMatch(patternOf(leaf, build.routes), first, length)) continue;
    let route: Route | undefined = leaf;
    for (; route; route = build.routes[route.parentId ?? ""]) wanted.add(route.id); // parents included
  }
  wanted.add("root"); // renders the 404 page
  const few = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => wanted.has(id)));
  return { ...build, routes: few(build.routes), assets: { ...build.assets, routes: few(build.assets.routes) } };
}
