import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * Answers which handler of Remix a path goes to. Remix's router flattens, ranks and tries all of its routes for every request, so
 * each first segment has a handler that knows no other routes than those that may match it. All other paths go to the handler that
 * knows all routes.
 */
export function handlersOf(build: ServerBuild): (pathname: string) => RequestHandler {
  const handlerOf = (one: ServerBuild) => createRequestHandler(one, process.env.NODE_ENV);
  const all = handlerOf(build);
  const names = new Set(leavesOf(build).map((leaf) => firstSegment(leaf, build.routes)));
  const handlers = new Map([...names].map((name) => [name, handlerOf(onlyRoutes(build, name))]));
  return (pathname) => {
    const [, name = ""] = /^\/([^/]*?)(?:\.data)?(?:\/|$)/.exec(pathname) ?? [];
    return handlers.get(name === "_root" ? "" : name) ?? all;
  };
}

const leavesOf = ({ routes }: ServerBuild) =>
  Object.values(routes).filter((route): route is Route => Boolean(route && (route.index || route.path)));

/** "tasks" of "tasks/:id", and of "new" within "tasks"; "" for the first page. */
function firstSegment(route: Route, routes: Routes): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return (parent && firstSegment(parent, routes)) || (route.path?.split("/")[0] ?? "");
}

/** Whether a first segment is one that every path may begin with: "*", ":id" and "lang?". */
const isAnything = (name: string) => /^[*:]|\?$/.test(name);

function onlyRoutes(build: ServerBuild, name: string): ServerBuild {
  const wanted = new Set(["root"]); // draws what is found nowhere
  for (const leaf of leavesOf(build)) {
    const first = firstSegment(leaf, build.routes);
    if (first !== name && !isAnything(first)) continue;
    for (let route: Route | undefined = leaf; route; route = build.routes[route.parentId ?? ""]) wanted.add(route.id);
  }
  const few = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => wanted.has(id)));
  return { ...build, routes: few(build.routes), assets: { ...build.assets, routes: few(build.assets.routes) } };
}
