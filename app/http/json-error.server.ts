import { addressOf } from "./refusals.server";

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
