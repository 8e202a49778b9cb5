import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * One handler of Remix for each first segment of a path, with the routes that may answer there: its router flattens, ranks and tries
 * all of its routes for every request. Answers the handler for a path; for one it doesn't know that is the handler with all routes.
 */
export function handlersOf(build: ServerBuild): (pathname: string) => RequestHandler {
  const all = createRequestHandler(build, process.env.NODE_ENV);
  const segments = new Set(Object.values(build.routes).map((route) => route && firstSegment(route, build.routes)));
  const handlers = new Map<string, RequestHandler>();
  for (const segment of segments)
    if (segment !== undefined && !isAnything(segment))
      handlers.set(segment, createRequestHandler(onlyRoutesFor(segment, build), process.env.NODE_ENV));
  return (pathname) => {
    const [, first = "", ...more] = pathname.replace(/\.data$/, "").split("/");
    return (first === "" && more.length > 0 ? undefined : handlers.get(first)) ?? all;
  };
}

/** Of the whole path: "tasks" of `tasks/:id`, "" of the start page and of layouts. */
function firstSegment(route: Route, routes: Routes): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return (parent && firstSegment(parent, routes)) || (route.path?.split("/")[0] ?? "");
}

const isAnything = (segment: string) => segment === "*" || segment.startsWith(":") || segment.endsWith("?");

function onlyRoutesFor(segment: string, build: ServerBuild): ServerBuild {
  const isWanted = (route: Route | undefined) => {
    const first = route && firstSegment(route, build.routes);
    return first !== undefined && (first === "" || first === segment || isAnything(first));
  };
  const few = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isWanted(build.routes[id])));
  return { ...build, routes: few(build.routes), assets: { ...build.assets, routes: few(build.assets.routes) } };
}
