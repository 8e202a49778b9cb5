import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { compressed } from "~/http/compression.server";
import { contentSecurityPolicy } from "~/http/content-security-policy.server";
import { jsonError, wantsJson } from "~/http/json-error.server";
import { logUnexpected } from "~/lib/log.server";
import { readTurned } from "~/lib/refusal";
import { settings } from "~/lib/settings.server";
import { NonceContext } from "~/ui/nonce";
import { partsReady } from "~/ui/part";

/** How long data may stream to the browser. Ours never does; a long value would hold up the end of the process. */
export const streamTimeout = 1_000;

/**
 * Renders a page in one piece, as text: nothing in our pages waits while they are rendered, and React's streams, many small
 * chunks of bytes, cost more than the elements themselves (docs/decisions/0004).
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, remix: EntryContext) {
  headers.set("Cache-Control", "private, no-store");
  if (status >= 400 && wantsJson(request)) return errorAsJson(request, status, headers, remix);

  await partsReady();
  const nonce = crypto.randomUUID();
  const { serverHandoffStream, ...context } = onlyItsRoutes(remix);
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  const data = context.renderMeta?.didRenderScripts ? await handOff(serverHandoffStream, nonce) : "";
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, settings().oidc?.issuer));
  return compressed(request, ["<!DOCTYPE html>", page, data], { status, headers });
}

/**
 * The script with which Remix's client begins: the data of the page, which it would stream while React renders. `npm start`
 * has them as text already (build-scripts/steps/plain-data.mjs).
 */
async function handOff(written: string | EntryContext["serverHandoffStream"], nonce: string): Promise<string> {
  const text = typeof written === "string" ? written : await new Response(written).text();
  // Not as JSON: each of its hundreds of quotation marks would be escaped.
  const data = text.replace(/[&<>'\\\n\r\u2028\u2029]/g, unicodeEscape);
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue('${data}');${controller}.close();</script>`;
}

const unicodeEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Of all routes those of this page: the router made them known already, and would build and match every one again. */
function onlyItsRoutes(remix: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = remix;
  const routes: typeof manifest.routes = {};
  for (const { route } of staticHandlerContext.matches) {
    const known = manifest.routes[route.id];
    if (known) routes[route.id] = known;
  }
  return { ...remix, manifest: { ...manifest, routes } };
}

function errorAsJson(request: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) {
  const [error] = Object.values(staticHandlerContext.errors ?? {});
  const known = error as { statusText?: string; data?: unknown } | undefined;
  const statusText = known?.statusText || (status === 404 ? "Not Found" : "Internal Server Error");
  const message = readTurned(known?.data).message || statusText;
  const answer = jsonError(request, { status, statusText, message });
  for (const cookie of headers.getSetCookie()) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/** What the front door did not see: an error while rendering. Refusals and its own 500s are logged already, or need not be. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  const isAnswer = typeof error === "object" && error !== null && "status" in error;
  if (isAnswer || request.signal.aborted) return;
  logUnexpected(error);
}
