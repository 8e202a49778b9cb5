import { requestNotes } from "~/lib/log.server";
import type { Turned } from "~/lib/refusal";

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
export const pageNotFound = (request: Request) => refusal(404, "Not Found", `Page Not Found: ${pagePath(request)}`);

/** No route has this address. */
export const noSuchPage = (request: Request) => refusal(404, "Not Found", `Page not found: ${pagePath(request)}`);

export const badRequest = (message: string) => refusal(400, "Bad Request", message);

export const unauthorized = () => refusal(401, "Unauthorized", "Sign in first.");

export const forbidden = (message = "Your account may not do that.") => refusal(403, "Forbidden", message);

export const conflict = (message: string) => refusal(409, "Conflict", message);

export const methodNotAllowed = () => refusal(405, "Method Not Allowed", "This address cannot be used in that way.");

/**
 * The `loader` of an address that takes forms and shows nothing.
 *
 *     export { takesForms as loader } from "~/http/refusals.server";
 */
export function takesForms(): never {
  throw methodNotAllowed();
}

export const gone = (message: string) => refusal(410, "Gone", message);

/** The row is there and the file is not: nothing the reader can do, and no fault of theirs. */
export const missingFile = () =>
  refusal(404, "Not Found", "This file is missing on the server. Tell whoever looks after it: a backup may have it.");

export const tooLarge = (message = "That is more than one form may hold. Shorten the text and send it again.") =>
  refusal(413, "Content Too Large", message);
