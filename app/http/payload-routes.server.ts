import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * Derives a resource route for each page with a loader: `/tasks/42/_payload.json` returns `{ data }` for `/tasks/42`, keyed
 * by route id. Leaves out the root: session and toasts aren't page data.
 */
export function payloadRoutes(routes: Routes): Routes {
  const derived = Object.values(routes).flatMap((page) => {
    const isPage = page?.module.default !== undefined && page.module.loader !== undefined;
    const hasAddress = page?.index === true || (page?.path !== undefined && page.path !== "" && page.path !== "*");
    return isPage && hasAddress ? [payloadRoute(chainOf(page, routes))] : [];
  });
  return Object.fromEntries(derived.map((route) => [route.id, route]));
}

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

function withoutInit(answer: unknown): unknown {
  const wrapped = answer as { type?: unknown; data?: unknown } | null;
  return wrapped?.type === "DataWithResponseInit" ? wrapped.data : answer;
}
