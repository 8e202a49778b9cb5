import type { LoaderFunctionArgs } from "@remix-run/node";
import { mayRead, metricsText } from "~/features/operations/metrics.server";
import { noSuchPage } from "~/http/error-responses.server";
import * as say from "~/http/http-copy";
import { settings } from "~/lib/settings.server";

/** For a Prometheus server with METRICS_TOKEN; 404 if no token is set. */
export const access = "public";

export async function loader({ request }: LoaderFunctionArgs) {
  const { metricsToken } = settings();
  if (metricsToken === null) throw noSuchPage(request);
  if (!mayRead(request.headers.get("Authorization"), metricsToken)) {
    return new Response(`${say.wrongToken}\n`, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  }
  return new Response(await metricsText(), {
    headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
  });
}
