import { requestNotes } from "~/lib/log.server";
import type { ErrorBody } from "~/lib/refusal";
import * as say from "./http-copy";

/**
 * Creates an error response to throw from a loader or action. The error page shows the message under the status title;
 * requests for JSON get JSON (`jsonError`).
 */
function refusal(status: number, statusText: string, message: string): Response {
  return new Response(message, {
    status,
    statusText,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
  });
}

/** Adds the submitted text to a refused form's response, because no page shows it any more. */
export async function withTypedText(refused: Response, written: string): Promise<Response> {
  const { status, statusText, headers } = refused;
  if (written === "") return refused;
  const turned: ErrorBody = { message: await refused.text(), written };
  return Response.json(turned, {
    status,
    statusText,
    headers: { "Cache-Control": headers.get("Cache-Control") ?? "" },
  });
}

/**
 * Returns the path and query of a request's page, as sent. Payload and router data addresses map to their page. Cuts
 * Remix's parameter out as text: parsing would re-encode the whole query.
 */
export function pagePath(request: Request): string {
  const [path = "", query] = addressOf(request).split(/\?(.*)/s);
  const isData = path.endsWith(".data");
  const page = isData ? path.replace(/(?:\/_root)?\.data$/, "") : path.replace(/\/_payload\.json$/, "");
  if (query === undefined) return page || "/";
  const parts = query.split("&");
  const own = parts.filter((part) => !(isData && part.startsWith("_routes=")));
  return (page || "/") + (own.length > 0 ? `?${own.join("&")}` : "");
}

export function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return requestNotes()?.address ?? pathname + search;
}

/** No such record, or no access to it: the two must look the same. */
export const pageNotFound = (request: Request) => refusal(404, say.notFound, say.routeNotFound(pagePath(request)));

export const noSuchPage = (request: Request) => refusal(404, say.notFound, say.noSuchPage(pagePath(request)));

export const badRequest = (message: string) => refusal(400, say.badRequest, message);

export const unauthorized = () => refusal(401, say.unauthorized, say.signInFirst);

export const forbidden = (message = say.noPermission) => refusal(403, say.forbidden, message);

export const conflict = (message: string) => refusal(409, say.conflict, message);

export const methodNotAllowed = () => refusal(405, say.methodNotAllowed, say.unsupportedMethod);

/**
 * The `loader` of an action-only route.
 *
 *     export { refuseGet as loader } from "./error-responses.server";
 */
export function refuseGet(): never {
  throw methodNotAllowed();
}

export const gone = (message: string) => refusal(410, say.gone, message);

/** The record exists but its file is missing: nothing the viewer can fix. */
export const missingFile = () => refusal(404, say.notFound, say.fileIsMissing);

export const tooLarge = (message = say.formTooLarge) => refusal(413, say.contentTooLarge, message);

export const tooManyAtOnce = () => refusal(429, say.tooManyRequests, say.tooManyAtOnce);

/** Checks whether a request wants JSON: a .json path, /api/, or the Accept header. */
export function wantsJson(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return (
    pathname.endsWith(".json") || pathname.startsWith("/api/") || /\bjson\b/i.test(request.headers.get("Accept") ?? "")
  );
}

export function jsonError(request: Request, error: { status: number; statusText: string; message: string }): Response {
  const body = {
    url: addressOf(request),
    statusCode: error.status,
    statusMessage: error.statusText,
    message: error.message,
  };
  return Response.json(body, {
    status: error.status,
    statusText: error.statusText,
    headers: { "Cache-Control": "private, no-store" },
  });
}
