import { Writable } from "node:stream";
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { compressed } from "~/http/compression.server";
import { contentSecurityPolicy } from "~/http/content-security-policy.server";
import { jsonError, wantsJson } from "~/http/json-error.server";
import { logUnexpected } from "~/lib/log.server";
import { randomToken } from "~/lib/random.server";
import { settings } from "~/lib/settings.server";
import { NonceContext } from "~/ui/nonce";

/** How long data may stream to the browser. Ours never does; a long value would hold up the end of the process. */
export const streamTimeout = 1_000;

const RENDER_TIMEOUT_MS = 10_000;

/** Renders a page in one piece: many small chunks through compression cost more than all the rest (docs/decisions/0004). */
export default async function handleRequest(request: Request, status: number, headers: Headers, remix: EntryContext) {
  headers.set("Cache-Control", "private, no-store");
  if (status >= 400 && wantsJson(request)) return errorAsJson(request, status, headers, remix);

  const nonce = randomToken();
  const html = await render(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={onlyItsRoutes(remix)} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
    nonce,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, settings().oidc?.issuer));
  return compressed(request, html, { status, headers });
}

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

function render(page: React.ReactElement, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks) as Buffer<ArrayBuffer>);
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        pipe(sink);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError: logUnexpected,
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

function errorAsJson(request: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) {
  const [error] = Object.values(staticHandlerContext.errors ?? {});
  const known = error as { statusText?: string; data?: unknown } | undefined;
  const statusText = known?.statusText || (status === 404 ? "Not Found" : "Internal Server Error");
  const message = typeof known?.data === "string" && known.data ? known.data : statusText;
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
