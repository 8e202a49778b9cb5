import type { LoaderFunctionArgs } from "@remix-run/node";
import { noSuchPage } from "~/http/error-responses.server";
import { buildInfo } from "~/lib/build-info.server";

export const access = "public";

/** Metadata of the build being served; older builds give 404. No page is prerendered, and no route has its own rules. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const { id, timestamp } = buildInfo();
  if (params.id !== id) throw noSuchPage(request);
  return new Response(JSON.stringify({ id, timestamp, matcher: {}, prerendered: [] }), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
