import { PassThrough } from "node:stream";
import { arrayBuffer } from "node:stream/consumers";
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  HandleDataRequestFunction,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { jsonError, wantsJson } from "~/http/error-responses.server";
import * as say from "~/http/http-copy";
import { notesOf } from "~/http/request-context.server";
import { addSecurityHeaders, contentSecurityPolicy } from "~/http/security-headers.server";
import { logUnexpected, withNotes } from "~/lib/log.server";
import { readErrorBody } from "~/lib/refusal";
import { settings } from "~/lib/settings.server";
import { NonceContext } from "~/ui/nonce";

/** Limit for streaming data, which our pages don't do; a high limit would delay shutdown. Milliseconds. */
export const streamTimeout = 1_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const notes = notesOf(request, context);
  return withNotes(notes, async () => {
    headers.set("Cache-Control", "private, no-store");
    const answer =
      status >= 400 && wantsJson(request)
        ? errorAsJson(request, status, headers, remix)
        : await documentOf(request, status, headers, remix, notes.remotePictures);
    addSecurityHeaders(answer.headers, status, notes);
    return answer;
  });
}

export const handleDataRequest: HandleDataRequestFunction = (response, { request, context }) => {
  addSecurityHeaders(response.headers, response.status, notesOf(request, context));
  return response;
};

async function documentOf(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  remotePictures: boolean | undefined,
) {
  const nonce = crypto.randomUUID();
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, settings().oidc?.issuer, remotePictures));
  const document = await rendered(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remix} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
    nonce,
  );
  headers.set("Content-Length", String(document.byteLength));
  return new Response(document, { status, headers });
}

/** Renders in one piece: our pages never suspend, and many small chunks cost more than the elements themselves. */
function rendered(page: ReactElement, nonce: string): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    let isShellReady = false;
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onShellReady: () => {
        isShellReady = true;
      },
      onError: (error) => {
        if (isShellReady) logUnexpected(error); // otherwise the render rejects and `handleError` logs it
      },
      onAllReady: () => resolve(arrayBuffer(pipe(new PassThrough()))),
      onShellError: reject,
    });
  });
}

function errorAsJson(request: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) {
  const [error] = Object.values(staticHandlerContext.errors ?? {});
  const known = error as { statusText?: string; data?: unknown } | undefined;
  const statusText = known?.statusText || (status === 404 ? say.notFound : say.internalServerError);
  const message = readErrorBody(known?.data).message || statusText;
  const answer = jsonError(request, { status, statusText, message });
  for (const cookie of headers.getSetCookie()) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/** Logs rendering errors, which the front door doesn't see. It has already handled refusals and its own 500s. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  const isAnswer = typeof error === "object" && error !== null && "status" in error;
  if (isAnswer || request.signal.aborted) return;
  withNotes(notesOf(request, context), () => logUnexpected(error));
}
