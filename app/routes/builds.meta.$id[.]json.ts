import type { LoaderFunctionArgs } from "@remix-run/node";
import { noSuchPage } from "~/http/refusals.server";
import { buildInfo } from "~/lib/build-info.server";

export const access = "public";

/**
 * What there is to know of a build: no page is built ahead, and no route has rules of its own.
 * Only the build that is served is known; the files of an older one are gone.
 */
export function loader({ params, request }: LoaderFunctionArgs) {
  const { id, timestamp } = buildInfo();
  if (params.id !== id) throw noSuchPage(request);
  return new Response(JSON.stringify({ id, timestamp, matcher: {}, prerendered: [] }), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
