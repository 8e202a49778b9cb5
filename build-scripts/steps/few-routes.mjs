/*
 * Remix's router builds, ranks and tries every route of the product for each request, and that twice: a sixth of the time
 * that a small page takes (docs/decisions/0013-few-routes.md). Here it is handed only those whose pattern has a chance.
 * It decides itself, by its own rules; what is left out could not have matched.
 */

/** Makes `matchRoutes` and `createStaticHandler` of this copy of @remix-run/router look at few routes. */
export function lookAtFewRoutes(router) {
  const { matchRoutes, createStaticHandler } = router;
  const choosers = new WeakMap();
  router.matchRoutes = (routes, location, basename) => {
    const choose = choosers.get(routes);
    // A page's own few routes are a new array at each rendering; only what is asked again is worth the preparation.
    if (choose === undefined) choosers.set(routes, null);
    else if (choose === null) choosers.set(routes, chooserOf(routes));
    const pathname = typeof location === "string" ? location : location.pathname;
    return matchRoutes(choose ? choose(pathname) : routes, location, basename);
  };
  router.createStaticHandler = (routes, options) => {
    const choose = chooserOf(routes);
    const handlers = new Map();
    const handlerOf = ({ url }) => {
      const few = choose(new URL(url).pathname);
      if (!handlers.has(few)) handlers.set(few, createStaticHandler(few, options));
      return handlers.get(few);
    };
    return {
      ...createStaticHandler(routes, options),
      query: (request, wishes) => handlerOf(request).query(request, wishes),
      queryRoute: (request, wishes) => handlerOf(request).queryRoute(request, wishes),
    };
  };
}

/**
 * A function from a path to the part of the route tree that may match it. Paths with the same chances get the same array,
 * so there are never more of them than there are kinds of addresses.
 */
export function chooserOf(routes) {
  const patterns = patternsOf(routes);
  const parts = new Map();
  const partFor = (pathname) => {
    const segments = segmentsOf(pathname);
    if (!segments) return routes;
    const chosen = new Set();
    let key = "";
    for (const [index, pattern] of patterns.entries()) {
      if (!mayMatch(pattern, segments)) continue;
      chosen.add(pattern.route);
      key += `${index} `;
    }
    if (!parts.has(key)) parts.set(key, partOf(routes, chosen));
    return parts.get(key);
  };
  // Asked more than once for each request.
  let last = { pathname: "", part: partFor("") };
  return (pathname) => {
    if (pathname !== last.pathname) last = { pathname, part: partFor(pathname) };
    return last.part;
  };
}

/** The routes that can be an address by themselves, with the segments of their whole path. */
function patternsOf(routes, above = []) {
  return routes.flatMap((route) => {
    const segments = [...above, ...(route.path ?? "").toLowerCase().split("/").filter(Boolean)];
    const own = route.path != null || route.index ? [{ route, segments }] : [];
    return [...patternsOf(route.children ?? [], segments), ...own];
  });
}

/** Null where slashes in a row, an escape or a query make the path one that only the router can judge. */
function segmentsOf(pathname) {
  const path = pathname.replace(/^\//, "").replace(/\/+$/, "").toLowerCase();
  if (path === "") return [];
  const segments = path.split("/");
  if (segments.includes("") || /[%?#]/.test(path)) return null;
  return segments;
}

/** Whether a pattern has a chance. Only what is certain is excluded: a name that differs, too few or too many segments. */
function mayMatch(pattern, segments) {
  for (const [index, wanted] of pattern.segments.entries()) {
    if (wanted === "*") return true;
    if (wanted.endsWith("?")) return segments.length <= pattern.segments.length;
    if (index >= segments.length) return false;
    if (!wanted.startsWith(":") && wanted !== segments[index]) return false;
  }
  return segments.length <= pattern.segments.length;
}

/** The tree without what was not chosen; its order, on which the router's ranking depends, stays. */
function partOf(routes, chosen) {
  return routes.flatMap((route) => {
    const children = partOf(route.children ?? [], chosen);
    if (children.length === 0 && !chosen.has(route)) return [];
    return [route.children ? { ...route, children } : route];
  });
}
