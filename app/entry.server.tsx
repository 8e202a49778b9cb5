import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { compressed } from "~/http/compression.server";
import { contentSecurityPolicy } from "~/http/content-security-policy.server";
import * as say from "~/http/http-texts";
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
  const { serverHandoffStream: _, ...context } = onlyItsRoutes(remix);
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  const scripts = wakesUp(remix) ? await scriptsOf(remix, nonce) : "";
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, settings().oidc?.issuer));
  return compressed(request, ["<!DOCTYPE html>", page, scripts], { status, headers });
}

/** Whether one of its routes wants scripts, as `useShouldHydrate` tells the page itself. */
const wakesUp = ({ staticHandlerContext, routeModules }: EntryContext) =>
  staticHandlerContext.matches.some(({ route }) => (routeModules[route.id]?.handle as Handle)?.hydrate);

type Handle = { hydrate?: boolean } | undefined;

/**
 * What Remix's `<Scripts>` would write, behind the page: its data, and the scripts of its routes, with which its client
 * starts. The routes that everybody opens first come with the client (build-scripts/merge-chunks).
 */
async function scriptsOf(remix: EntryContext, nonce: string): Promise<string> {
  const { manifest, staticHandlerContext, serverHandoffString } = remix;
  const stream =
    process.env.NODE_ENV === "development" ? await streamOf(remix) : `JSON.parse(${inQuotes(dataOf(remix))})`;

  const { url, entry, hmr } = manifest as typeof manifest & { hmr?: { runtime: string } }; // while somebody works on the code
  const routes = staticHandlerContext.matches
    .flatMap(({ route }) => manifest.routes[route.id] ?? [])
    .filter(({ module }) => module !== entry.module);
  const imports = routes.map(({ module }, index) => `import*as r${index} from"${module}";`).join("");
  const pages = routes.map(({ id }, index) => `"${id}":r${index}`).join();
  const named = new Set([url, entry.module, ...routes.map(({ module }) => module)]);
  const more = [...(entry.imports ?? []), ...routes.flatMap(({ imports }) => imports ?? [])].filter(
    (file) => !named.has(file),
  );
  return [
    ...[...new Set(more)].map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script nonce="${nonce}">window.__remixContext=${serverHandoffString};window.__remixContext.stream=${stream}</script>`,
    `<script nonce="${nonce}" type="module" async>${hmr ? `import"${hmr.runtime}";` : ""}import"${url}";import{start}from"${entry.module}";${imports}start({${pages}})</script>`,
  ].join("");
}

/**
 * The data of the page as JSON, as its payload has them. The client would read turbo-stream's list of all values, which takes
 * longer to write and, compressed, a third more bytes; ours takes this (build-scripts/steps/lean-libraries.mjs).
 */
function dataOf({ staticHandlerContext, serializeError }: EntryContext): string {
  const { loaderData, actionData, errors } = staticHandlerContext;
  const told = (error: unknown) => {
    if (isRouteErrorResponse(error)) return { ...error, __type: "RouteErrorResponse" };
    return error instanceof Error ? { ...serializeError(error), __type: "Error" } : error;
  };
  const shown = errors && Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, told(error)]));
  return JSON.stringify({ loaderData, actionData, errors: shown });
}

/** While somebody works on the code the client is Remix's own. */
async function streamOf({ serverHandoffStream }: EntryContext): Promise<string> {
  const written = inQuotes(await new Response(serverHandoffStream).text());
  return `new ReadableStream({start(to){to.enqueue(${written});to.close()}}).pipeThrough(new TextEncoderStream())`;
}

/** A text in a script. Not as JSON: each quotation mark of data would be escaped. */
const inQuotes = (text: string) => `'${text.replace(/[&<>'\\\n\r\u2028\u2029]/g, unicodeEscape)}'`;

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
  const statusText = known?.statusText || (status === 404 ? say.notFound : say.internalServerError);
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
