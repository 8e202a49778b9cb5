import { requestNotes } from "~/lib/log.server";
import type { Turned } from "~/lib/refusal";
import * as say from "./http-copy";

/**
 * Answers to requests that cannot be met, to be thrown from a loader or action. The page shows the sentence under the
 * status' title; a request that wants JSON gets the same as JSON (http/json-error).
 */
function refusal(status: number, statusText: string, message: string): Response {
  return new Response(message, {
    status,
    statusText,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
  });
}

/** Such an answer to a form, with what its reader had written there: no page of theirs shows it any more. */
export async function withWritten(refused: Response, written: string): Promise<Response> {
  const { status, statusText, headers } = refused;
  if (written === "") return refused;
  const turned: Turned = { message: await refused.text(), written };
  return Response.json(turned, {
    status,
    statusText,
    headers: { "Cache-Control": headers.get("Cache-Control") ?? "" },
  });
}

/**
 * Path and query of the page a request is about, as they were sent; the address of a payload, or of its data for the router,
 * is that of the page. What Remix adds to a query is cut out of it as text: to read and write a query spells all of it anew.
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

/** Path and query as they were sent. */
export function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return requestNotes()?.address ?? pathname + search;
}

/** The route exists, but not with this parameter, or not for this person. Not to be told apart. */
export const pageNotFound = (request: Request) => refusal(404, say.notFound, say.notOfThisRoute(pagePath(request)));

/** No route has this address. */
export const noSuchPage = (request: Request) => refusal(404, say.notFound, say.noSuchPage(pagePath(request)));

export const badRequest = (message: string) => refusal(400, say.badRequest, message);

export const unauthorized = () => refusal(401, say.unauthorized, say.signInFirst);

export const forbidden = (message = say.yourAccountMayNotDoThat) => refusal(403, say.forbidden, message);

export const conflict = (message: string) => refusal(409, say.conflict, message);

export const methodNotAllowed = () => refusal(405, say.methodNotAllowed, say.notUsedInThatWay);

/**
 * The `loader` of an address that takes forms and shows nothing.
 *
 *     export { takesForms as loader } from "~/http/refusals.server";
 */
export function takesForms(): never {
  throw methodNotAllowed();
}

export const gone = (message: string) => refusal(410, say.gone, message);

/** The row is there and the file is not: nothing the reader can do, and no fault of theirs. */
export const missingFile = () => refusal(404, say.notFound, say.fileIsMissing);

export const tooLarge = (message = say.moreThanAForm) => refusal(413, say.contentTooLarge, message);

export const tooManyAtOnce = () => refusal(429, say.tooManyRequests, say.tooManyAtOnce);

/** Who wants JSON: Accept names it, the path ends in .json, or it is a product call. */
export function wantsJson(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return (
    pathname.endsWith(".json") || pathname.startsWith("/api/") || /\bjson\b/i.test(request.headers.get("Accept") ?? "")
  );
}

/** The body and status of a refusal for readers of JSON. */
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
