import type { LoaderFunction, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { compressed } from "./compression.server";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * The loader of a `_payload.json` route, which re-exports the loader of its page: answers `{ data }` with one member per
 * loader of the page, keyed by route id. The root's is left out: session and toasts are no page data.
 * Null for any other route.
 */
export function asPayload(route: Route, routes: Routes): LoaderFunction | null {
  if (!route.path?.endsWith("_payload.json")) return null;
  const page = Object.values(routes).find(
    (other) => other && other.id !== route.id && other.module.loader === route.module.loader,
  );
  if (!page) throw new Error(`${route.id} re-exports the loader of no page.`);
  const chain: Route[] = [];
  for (let next: Route | undefined = page; next?.parentId; next = routes[next.parentId]) chain.unshift(next);

  return async (args: LoaderFunctionArgs) => {
    const data: Record<string, unknown> = {};
    for (const { id, module } of chain) {
      if (!module.loader) continue;
      const answer = await module.loader(args);
      if (answer instanceof Response) return answer; // a redirect: the page has no data either
      data[id] = withoutInit(answer);
    }
    const headers = new Headers({
      "Content-Type": "application/json;charset=utf-8",
      "Cache-Control": "private, no-store",
    });
    return compressed(args.request, [JSON.stringify({ data })], { headers });
  };
}

/** What a loader answered, out of the wrapper that `data()` puts around it. */
function withoutInit(answer: unknown): unknown {
  const wrapped = answer as { type?: unknown; data?: unknown } | null;
  return wrapped?.type === "DataWithResponseInit" ? wrapped.data : answer;
}
