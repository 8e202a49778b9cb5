import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * A resource route for each page with a loader: `/tasks/42/_payload.json` answers `{ data }` for `/tasks/42`, with one member
 * per loader of the page, keyed by route id. The root's is left out: session and toasts are no page data.
 */
export function payloadRoutes(routes: Routes): Routes {
  const derived = Object.values(routes).flatMap((page) => {
    const isPage = page?.module.default !== undefined && page.module.loader !== undefined;
    const hasAddress = page?.index === true || (page?.path !== undefined && page.path !== "" && page.path !== "*");
    return isPage && hasAddress ? [payloadRoute(chainOf(page, routes))] : [];
  });
  return Object.fromEntries(derived.map((route) => [route.id, route]));
}

/** The page and the layouts around it, from the outside in, without the root. */
function chainOf(page: Route, routes: Routes): Route[] {
  const chain: Route[] = [];
  for (let next: Route | undefined = page; next?.parentId; next = routes[next.parentId]) chain.unshift(next);
  return chain;
}

function payloadRoute(chain: readonly Route[]): Route {
  const path = [...chain.map((route) => route.path), "_payload.json"].filter(Boolean).join("/");
  const loader = (args: LoaderFunctionArgs) => payloadOf(chain, args);
  return { id: `${chain.at(-1)?.id}/_payload.json`, path, module: { default: undefined, loader } };
}

async function payloadOf(chain: readonly Route[], args: LoaderFunctionArgs): Promise<Response> {
  const data: Record<string, unknown> = {};
  for (const { id, module } of chain) {
    if (!module.loader) continue;
    const answer = await module.loader(args);
    if (answer instanceof Response) return answer; // a redirect: the page has no data either
    data[id] = withoutInit(answer);
  }
  const body = Buffer.from(JSON.stringify({ data }));
  const headers = {
    "Content-Type": "application/json;charset=utf-8",
    "Cache-Control": "private, no-store",
    "Content-Length": String(body.length),
  };
  return new Response(body, { headers });
}

/** What a loader answered, out of the wrapper that `data()` puts around it. */
function withoutInit(answer: unknown): unknown {
  const wrapped = answer as { type?: unknown; data?: unknown } | null;
  return wrapped?.type === "DataWithResponseInit" ? wrapped.data : answer;
}
